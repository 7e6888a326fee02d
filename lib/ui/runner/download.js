// Fetches the files of Python, source by source, and lets none through whose SHA-256 is not the manifest's.
const SHELF_OF_FILES = "multi-head-lesson-python";

async function downloadRuntime(runtime, tell) {
  let failure = new Error("there is no source for it");
  for (const source of addressesOf(runtime.sources)) {
    try { return await downloadFrom(source, runtime, tell); } catch (error) { failure = error; }
  }
  throw failure;
}

// A relative source is resolved against the page, and against Streamlit's own script, which knows the
// app's base path whatever the page's address looks like.
function addressesOf(sources) {
  const script = document.querySelector('script[src*="static/js/"]');
  const roots = [document.baseURI, ...(script ? [new URL("../../", script.src).href] : [])];
  return [...new Set(sources.flatMap((source) => roots.map((root) => new URL(source, root).href)))];
}

async function downloadFrom(source, { files, stall_ms }, tell) {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const control = new AbortController();
  let got = 0, timer;
  const count = (bytes) => {
    got += bytes;
    tell(`Downloading Python: ${Math.min(100, Math.round((100 * got) / total))} %`);
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(new Error("the download stalled")), stall_ms);
  };
  count(0);
  try {
    return await Promise.all(files.map(async (file) => (
      { name: file.name, bytes: await bytesOf(source, file, control.signal, count) }
    )));
  } finally {
    clearTimeout(timer);
    control.abort();
  }
}

async function bytesOf(source, file, signal, count) {
  const kept = await keptBytes(file);
  if (kept) { count(file.size); return kept; }
  const url = source + file.name;
  // Plain http has no crypto.subtle; there the browser checks the hash itself, but shows no progress.
  const own = Boolean(globalThis.crypto?.subtle);
  const answer = await fetch(url, { signal, credentials: "same-origin", ...(own ? {} : { integrity: file.integrity }) });
  if (!answer.ok) throw new Error(`${file.name} is not there (${answer.status})`);
  const bytes = own ? await readAll(answer, count) : await answer.arrayBuffer();
  if (!own) count(file.size);
  else if (!(await hasHash(bytes, file.integrity))) throw new Error(`${file.name} is not the file it should be`);
  keepBytes(file, bytes);
  return bytes;
}

async function readAll(answer, count) {
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    count(value.length);
  }
}

async function hasHash(bytes, integrity) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return integrity === "sha256-" + btoa(String.fromCharCode(...digest));
}

// The browser's cache of files, under each file's hash: the next visit downloads nothing.
const slotOf = (file) => `${location.origin}/multi-head-lesson/${encodeURIComponent(file.integrity)}`;

async function keptBytes(file) {
  try {
    const hit = await (await caches.open(SHELF_OF_FILES)).match(slotOf(file));
    const bytes = hit && (await hit.arrayBuffer());
    return bytes && (await hasHash(bytes, file.integrity)) ? bytes : null;
  } catch { return null; }
}

async function keepBytes(file, bytes) {
  try { await (await caches.open(SHELF_OF_FILES)).put(slotOf(file), new Response(bytes.slice(0))); } catch { /* no room */ }
}
