// One Python for the browser tab, shared by all editors: a worker inside an iframe of its own, opaque origin.
// What comes out of it may be forged by the learner's code, so it is only ever kept and shown as text.
const CSP = "default-src 'none'; connect-src 'none'; worker-src blob:; "
  + "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:";
const MAX_SHOWN = 21000;
const MAX_RESULT = 250000;
const tab = { files: null, python: null, running: null, runs: 0, boot: "", listeners: new Set(), views: new Map() };

function tellAll(text) {
  tab.boot = text;
  tab.listeners.forEach((listener) => listener(text));
}

// This function's own text is the iframe's script: it passes messages between the page and the worker.
function relay() {
  addEventListener("message", ({ data, ports }) => {
    const worker = new Worker(URL.createObjectURL(new Blob([data], { type: "text/javascript" })));
    worker.onerror = (event) => ports[0].postMessage({ kind: "failed", text: event.message || "the worker did not start" });
    worker.onmessage = (event) => ports[0].postMessage(event.data);
    ports[0].onmessage = (event) => worker.postMessage(event.data);
  }, { once: true });
}

function openSandbox(workerSource) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.title = "Python";
  frame.style.cssText = "position:absolute;width:0;height:0;border:0;visibility:hidden";
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${CSP}"><script>(${relay})()<\/script>`;
  const { port1, port2 } = new MessageChannel();
  const sandbox = {
    hear: () => {},
    send: (message) => port1.postMessage(message),
    close() { port1.close(); frame.remove(); sandbox.hear = () => {}; },
  };
  port1.onmessage = ({ data }) => { if (data && typeof data === "object") sandbox.hear(data); };
  frame.onload = () => { frame.onload = null; frame.contentWindow.postMessage(workerSource, "*", [port2]); };
  document.body.append(frame);
  return sandbox;
}

// Resolves to the running Python, starting it where needed; rejects with the reason why it cannot.
function startPython(runtime) {
  tab.python ||= bootPython(runtime).catch((error) => {
    tab.python = null;
    const reason = String(error?.message || error).slice(0, 200);
    tellAll(`Python could not start in this browser: ${reason}. The box below is another way.`);
    throw new Error(reason);
  });
  return tab.python;
}

async function bootPython(runtime) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") throw new Error("it has no WebAssembly");
  tab.files ||= await downloadRuntime(runtime, tellAll);
  tellAll("Starting Python");
  const sandbox = openSandbox(runtime.worker);
  try {
    const version = await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`it took longer than ${runtime.boot_ms / 1000} s`)), runtime.boot_ms);
      sandbox.hear = (data) => {
        if (data.kind === "ready") resolve(String(data.version).slice(0, 60));
        if (data.kind === "failed") reject(new Error(String(data.text)));
      };
      const { lock, encoder, harness, memory_mb } = runtime;
      sandbox.send({ kind: "start", files: tab.files, lock, encoder, harness, memory_mb });
    });
    tellAll(`${version} are ready in this browser.`);
    return sandbox;
  } catch (error) { sandbox.close(); throw error; }
}

// Runs code and probe; resolves to { status, ms, result, error }. `stop` is handed a way to end the run.
async function runPython(runtime, code, probe, { print, stop }) {
  const sandbox = await startPython(runtime);
  const run = ++tab.runs;
  let shown = 0, timer;
  const end = await new Promise((resolve) => {
    timer = setTimeout(() => resolve({ status: "timeout" }), runtime.run_ms);
    stop(() => resolve({ status: "stopped" }));
    sandbox.hear = (data) => {
      if ((data.run ?? run) !== run) return; // an error of the worker itself carries no number
      if (data.kind === "output" && typeof data.text === "string" && (shown += data.text.length) < MAX_SHOWN) print(data.text);
      if (data.kind === "failed") resolve({ status: "crash", error: String(data.text).slice(0, 1000) });
      if (data.kind === "done") resolve({ status: "done", ms: Number(data.ms) || 0, result: resultOf(data.result) });
    };
    sandbox.send({ kind: "run", run, code, probe });
  });
  clearTimeout(timer);
  if (end.status !== "done") { sandbox.close(); tab.python = null; }
  return end;
}

function resultOf(line) {
  try { return line.length <= MAX_RESULT ? JSON.parse(line) : null; } catch { return null; }
}
