// Holds Pyodide, inside the sandbox. A classic worker: a module worker does not start in an opaque origin.
// It has no network; every file of the runtime arrives as bytes in the first message.
const BASE = "https://runtime.invalid/"; // never asked for: only a name under which Pyodide looks for its files
const MAX_OUTPUT = 20000;
const FLUSH_MS = 100;
const TYPES = { wasm: "application/wasm", json: "application/json", mjs: "text/javascript", js: "text/javascript" };
const GONE = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts", "indexedDB",
  "caches", "BroadcastChannel", "Worker", "SharedWorker", "Notification"];
let python, runExercise, report;

const typeOf = (name) => TYPES[name.split(".").pop()] || "application/octet-stream";

function limitMemory(megabytes) {
  const Memory = WebAssembly.Memory;
  const maximum = (megabytes * 1024 * 1024) / 65536; // in WebAssembly's pages
  WebAssembly.Memory = class extends Memory {
    constructor(limits) { super({ ...limits, maximum }); }
  };
}

// A second wall behind the frame's policy, which alone keeps code from reaching the network.
function removeNetwork() {
  for (const name of GONE) {
    for (let owner = self; owner; owner = Object.getPrototypeOf(owner)) {
      if (Object.hasOwn(owner, name)) Object.defineProperty(owner, name, { value: undefined, writable: false });
    }
  }
}

async function start({ files, lock, encoder, harness, memory_mb }) {
  limitMemory(memory_mb);
  const bytes = new Map(files.map((file) => [BASE + file.name, file.bytes]));
  bytes.set(BASE + "pyodide-lock.json", lock);
  self.fetch = async (request) => {
    const url = String(request.url || request);
    if (!bytes.has(url)) throw new TypeError("no network here");
    return new Response(bytes.get(url), { headers: { "Content-Type": typeOf(url) } });
  };
  self.importScripts = () => { throw new TypeError("no network here"); };
  const load = (name) => import(URL.createObjectURL(new Blob([bytes.get(BASE + name)], { type: typeOf(name) })));
  const { loadPyodide } = await load("pyodide.mjs");
  await load("pyodide.asm.js");
  python = await loadPyodide({
    indexURL: BASE, lockFileURL: BASE + "pyodide-lock.json", packages: ["numpy"],
    checkIntegrity: false, // the page has checked every byte
    jsglobals: Object.freeze({ __proto__: null, Object, Array, Promise, Error, Math, Date, setTimeout, clearTimeout }),
    stdout: () => {}, stderr: () => {},
  });
  python.setStdin({ stdin: () => null });
  report = define(encoder, "report");
  runExercise = define(harness, "run_exercise");
  const version = python.runPython("import sys, numpy; f'Python {sys.version.split()[0]} and NumPy {numpy.__version__}'");
  removeNetwork();
  return { kind: "ready", version };
}

const define = (source, name) => python.runPython(`${source}\n${name}`, { globals: python.globals.get("dict")() });

// Collects what a run prints, sends it on at intervals, and cuts it at the limit.
function output(run) {
  const decoder = new TextDecoder();
  let waiting = "", left = MAX_OUTPUT, last = -Infinity;
  const flush = () => {
    if (waiting) self.postMessage({ kind: "output", run, text: waiting });
    waiting = "";
    last = performance.now();
  };
  const write = (buffer) => {
    if (left > 0) {
      const text = decoder.decode(buffer, { stream: true });
      waiting += text.slice(0, left);
      left -= text.length;
      if (left <= 0) waiting += `\nThe output was cut here, at ${MAX_OUTPUT} characters: print less.\n`;
      if (left <= 0 || performance.now() - last > FLUSH_MS) flush();
    }
    return buffer.length;
  };
  return { write, flush };
}

function runCode({ run, code, probe }) {
  const { write, flush } = output(run);
  python.setStdout({ write, isatty: false });
  python.setStderr({ write, isatty: false });
  const began = performance.now();
  const result = runExercise(code, probe, report);
  flush();
  return { kind: "done", run, ms: performance.now() - began, result };
}

self.onmessage = async ({ data }) => {
  try {
    self.postMessage(data.kind === "start" ? await start(data) : runCode(data));
  } catch (error) {
    self.postMessage({ kind: "failed", run: data.run, text: String(error).slice(0, 1000) });
  }
};
