// The editor of one exercise: draws nothing by itself, but fills editor.html and reacts to it.
const views = new WeakMap();

// Streamlit calls this after every change of the data, with the same root as long as the editor stands.
export default function mount({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (view?.number !== data.exercise) {
    view?.close();
    view = openEditor(parentElement, data);
    views.set(parentElement, view);
  }
  view.update(data, (submission) => setTriggerValue("submission", submission));
  return () => { view.close(); views.delete(parentElement); };
}

function openEditor(root, first) {
  const part = (id) => root.getElementById(id);
  const view = { number: first.exercise, data: first, part, open: true };
  const code = part("code");
  root.querySelector("label").textContent = first.label;
  fill(view, storage.get(draftKey(view)) ?? first.starter);
  code.oninput = () => { storage.set(draftKey(view), code.value); numberLines(code, part("gutter")); };
  code.onscroll = () => { part("gutter").scrollTop = code.scrollTop; };
  enableTyping(code, () => run(view));
  part("run").onclick = () => run(view);
  wireReset(view);
  const listener = (text) => { part("boot").textContent = text; };
  tab.listeners.add(listener);
  listener(tab.boot);
  const showSolved = () => { part("solved").hidden = !isSolved(view.number); };
  const deaf = onSolved(showSolved);
  showSolved();
  showLast(view);
  tab.views.set(view.number, view);
  rejoin(view);
  startPython(first.runtime).catch(() => {}); // told by the listener
  view.update = (data, send) => {
    Object.assign(view, { data, send });
    if (data.solved) markSolved(view.number);
    handIn(view);
  };
  view.close = () => {
    view.open = false;
    if (tab.views.get(view.number) === view) tab.views.delete(view.number);
    tab.listeners.delete(listener);
    deaf();
  };
  return view;
}

const draftKey = (view) => "draft:" + view.number;
const lastKey = (view) => "last:" + view.number;

function fill(view, text) {
  const code = view.part("code");
  code.value = text;
  numberLines(code, view.part("gutter"));
  code.scrollTop = code.scrollHeight; // what the learner adds stands below the set-up
}

// ---- What a run shows

function say(view, text) { view.part("status").textContent = text; }

function print(view, text, isError = false) {
  const piece = document.createElement("span");
  piece.textContent = text;
  if (isError) piece.className = "error";
  view.part("output").append(piece);
  view.part("output").hidden = false;
}

function clearOutput(view) {
  view.part("output").replaceChildren();
  view.part("output").hidden = true;
  say(view, "");
}

function showLast(view) {
  clearOutput(view);
  const last = lastOf(view);
  if (!last) return;
  if (last.output) print(view, String(last.output));
  if (last.error) print(view, String(last.error), true);
  say(view, "This is your last result.");
}

function lastOf(view) {
  try { return JSON.parse(storage.get(lastKey(view)))?.submission; } catch { return null; }
}

// ---- A run

// The learner may leave an exercise while it runs and come back: a run goes on in the view that is open then.
const current = (view) => tab.views.get(view.number) ?? view;

async function run(view) {
  if (tab.running?.number === view.number) return;
  if (tab.running) { say(view, "Another exercise is running: wait for it, or go back to it and stop it."); return; }
  const running = tab.running = { number: view.number, output: "", stop: null };
  rejoin(view);
  const hooks = {
    print: (text) => { running.output += text; print(current(view), text); },
    stop: (end) => { running.stop = end; showButtons(current(view)); say(current(view), "Running"); },
  };
  const { runtime, probe } = view.data;
  const end = await runPython(runtime, view.part("code").value, probe, hooks)
    .catch((error) => ({ status: "no python", error: error.message }));
  tab.running = null;
  showButtons(current(view));
  finish(current(view), end, running.output);
  if (end.status !== "done" && end.status !== "no python") startPython(runtime).catch(() => {});
}

function rejoin(view) {
  showButtons(view);
  const { number, output, stop } = tab.running ?? {};
  if (number !== view.number) return;
  clearOutput(view);
  if (output) print(view, output);
  if (stop) say(view, "Running");
}

function showButtons(view) {
  const own = tab.running?.number === view.number ? tab.running : null;
  view.part("run").disabled = view.part("reset").disabled = Boolean(own);
  view.part("stop").disabled = !own?.stop;
  view.part("stop").onclick = own?.stop ?? null;
}

function finish(view, end, output) {
  const { status = end.status, error = end.error, answers = {} } = end.result ?? {};
  if (error && status !== "no python") print(view, error, true);
  say(view, sentence(view, { ...end, status }));
  keepLast(view, { exercise: view.number, status, output, error: error ?? "", answers });
  handIn(view);
}

function sentence(view, { status, ms, error }) {
  const seconds = view.data.runtime.run_ms / 1000;
  return {
    done: `Ran in ${Math.max(1, Math.round(ms))} ms.`,
    error: "Your code stopped with an error: the last line below says which.",
    timeout: `Stopped after ${seconds} s, the most a run may take. Is there a loop that never ends?`,
    stopped: "Stopped. The next run starts afresh.",
    crash: "Python itself broke down in this run. The next run starts afresh.",
    "no python": `Python could not start in this browser: ${error}. Use “Can't run Python here?” below.`,
  }[status];
}

// ---- What goes to the server

function keepLast(view, submission) {
  storage.set(lastKey(view), JSON.stringify({ id: crypto.getRandomValues(new Uint32Array(2)).join("-"), submission }));
}

const sent = new Set();

// Hands the last result in, once for each session of the server: a reload or another server gets it again.
function handIn(view) {
  if (!view.open) return;
  let last;
  try { last = JSON.parse(storage.get(lastKey(view))); } catch { return; }
  const receipt = `${view.data.visit} ${last?.id}`;
  if (!last || sent.has(receipt)) return;
  sent.add(receipt);
  view.send(JSON.stringify(last.submission));
}

// ---- Reset

function wireReset(view) {
  const { part } = view;
  const ask = (asking) => {
    part("confirm").hidden = !asking;
    part(asking ? "keep" : "reset").focus();
  };
  part("reset").onclick = () => (part("code").value === view.data.starter ? reset(view) : ask(true));
  part("keep").onclick = () => ask(false);
  part("discard").onclick = () => { ask(false); reset(view); };
  part("confirm").onkeydown = (event) => { if (event.key === "Escape") ask(false); };
}

function reset(view) {
  fill(view, view.data.starter);
  storage.drop(draftKey(view));
  storage.drop(lastKey(view));
  clearOutput(view);
  say(view, "The starter code is back.");
  view.send(JSON.stringify({ exercise: view.number, status: "reset" }));
}
