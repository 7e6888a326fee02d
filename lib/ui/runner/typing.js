// Typing Python in a plain text area. Edits go through insertText, so that the browser's undo knows them.
const INDENT = 4;
const insert = (text) => document.execCommand(text ? "insertText" : "delete", false, text);

// Tab indents, unless Esc was pressed just before: then it leaves the editor, as everywhere else.
function enableTyping(area, runCode) {
  let leaving = false;
  area.onkeydown = (event) => {
    const { key } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); runCode(); return; }
    if (key === "Tab" && !leaving) { event.preventDefault(); indent(area, event.shiftKey); }
    if (key === "Enter") breakLine(area, event);
    if (key !== "Shift") leaving = key === "Escape";
  };
}

const lineStart = (area) => area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;

function indent(area, outwards) {
  const start = lineStart(area), from = area.selectionStart, to = area.selectionEnd;
  if (from === to && !outwards) { insert(" ".repeat(INDENT - ((from - start) % INDENT))); return; }
  const lines = area.value.slice(start, to).split("\n");
  const moved = lines.map((line) => (outwards ? line.replace(/^ {1,4}/, "") : " ".repeat(INDENT) + line)).join("\n");
  if (moved === lines.join("\n")) return;
  area.setSelectionRange(start, to);
  insert(moved);
  if (from !== to) area.setSelectionRange(start, start + moved.length);
}

// A new line starts as deep as the one before, and deeper after a colon.
function breakLine(area, event) {
  const line = area.value.slice(lineStart(area), area.selectionStart);
  const depth = /^ */.exec(line)[0] + (/:\s*(#.*)?$/.test(line) ? " ".repeat(INDENT) : "");
  if (!depth) return;
  event.preventDefault();
  insert("\n" + depth);
}

function numberLines(area, gutter) {
  const count = area.value.split("\n").length;
  if (gutter.childElementCount === count) return;
  gutter.replaceChildren(...Array.from({ length: count }, (_, line) => {
    const cell = document.createElement("div");
    cell.textContent = line + 1;
    return cell;
  }));
}
