// The list of exercises with what this browser knows of them: solved, or not yet.
const closers = new WeakMap();

export default function mount({ data, parentElement }) {
  closers.get(parentElement)?.();
  data.solved.forEach(markSolved);
  const draw = () => parentElement.querySelector("ul").replaceChildren(...data.exercises.map(line));
  draw();
  const close = onSolved(draw);
  closers.set(parentElement, close);
  return close;
}

function line({ number, title }) {
  const item = document.createElement("li");
  item.textContent = `Exercise ${number}, ${title}: ${isSolved(number) ? "✓ solved" : "not yet solved"}`;
  return item;
}
