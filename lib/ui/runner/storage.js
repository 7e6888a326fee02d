// What the browser keeps for the learner: drafts, last results, solved marks.
// Where it keeps nothing (private windows, embeds without cookies) the tab remembers until it is closed.
const SHELF = "multi-head-lesson:";
const SOLVED = "multi-head-lesson-solved";
const memory = (globalThis.multiHeadLesson ||= new Map());

const storage = {
  get(key) {
    try { return memory.get(key) ?? localStorage.getItem(SHELF + key); } catch { return memory.get(key) ?? null; }
  },
  set(key, text) {
    memory.set(key, text);
    try { localStorage.setItem(SHELF + key, text); } catch { /* full or forbidden: the tab remembers */ }
  },
  drop(key) {
    memory.delete(key);
    try { localStorage.removeItem(SHELF + key); } catch { /* forbidden: nothing was kept */ }
  },
};

const isSolved = (number) => storage.get("solved:" + number) === "yes";

function markSolved(number) {
  if (isSolved(number)) return;
  storage.set("solved:" + number, "yes");
  dispatchEvent(new Event(SOLVED));
}

// Calls back when an exercise is solved, here or in another tab; returns how to stop listening.
function onSolved(callback) {
  addEventListener(SOLVED, callback);
  addEventListener("storage", callback);
  return () => {
    removeEventListener(SOLVED, callback);
    removeEventListener("storage", callback);
  };
}
