// --- moving about ---

// Shows an event, on the table as it lies at the end of its moment.
function go(event, keepAddress) {
  const before = new Map(lies);
  const [isFirst, old] = [!painted.size, at];
  const isForward = event > on;
  on = Math.max(-1, Math.min(event, events.length - 1));
  at = on < 0 ? -1 : events[on].moment;
  const isNew = isFirst || at !== old;
  if (isNew) {
    lay(at);
    paint(isFirst ? null : before, isForward);
    tell();
  }
  const now = point();
  const rows = namedIn(now.map((line) => line.textContent).join(" "));
  ring(rows);
  const came = changes.map((row) => before.get(row[0])).filter(Boolean);
  const some = changes.length ? changes : rows;
  if (isFirst && on < 0) follow([soon(), soon().slice(0, 1)]);
  else if (isNew) follow([[...changes, ...came, ...rows], [...changes, ...came], some, some.slice(0, 1)]);
  else follow([rows, rows.slice(0, 1)]);
  if (isNew && !isFirst && scrollY > find("main").offsetTop) find("main").scrollIntoView();
  for (const line of [...now].reverse()) line.scrollIntoView({ block: "nearest" });
  if (!keepAddress) history.replaceState(null, "", on < 0 ? "#" : address(on));
}

// What the first moment will change: there the table is looked at first.
function soon() {
  return data.moments[0].d.map(([number]) => lies.get(number)).filter(Boolean);
}

const address = (event) => `#t${events[event].turn}e${events[event].number}`;

function step(sign) {
  const by = find("by").value;
  return go(by === "e" ? on + sign : boundary(sign, by));
}

const PARTS = {
  m: ({ moment }) => moment,
  f: ({ moment }) => data.moments[moment].f,
  t: ({ turn }) => turn,
};

// The last event of the next moment, file or turn, or of the one before.
function boundary(sign, by) {
  const part = (event) => PARTS[by](events[event]);
  let n = on;
  if (sign > 0) {
    n += 1;
    while (n < events.length - 1 && part(n + 1) === part(n)) n += 1;
    return n;
  }
  const from = n;
  while (n >= 0 && part(n) === part(from)) n -= 1;
  return n;
}

const KEYS = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  PageDown: () => go(boundary(1, "t")), PageUp: () => go(boundary(-1, "t")),
  Home: () => go(-1), End: () => go(events.length - 1),
};

document.addEventListener("keydown", (event) => {
  const isTyping = ["INPUT", "SELECT"].includes(event.target.tagName);
  if (find("proof").open || isTyping || !KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  KEYS[event.key]();
});
find("next").addEventListener("click", KEYS.ArrowRight);
find("back").addEventListener("click", KEYS.ArrowLeft);
find("later").addEventListener("click", KEYS.PageDown);
find("earlier").addEventListener("click", KEYS.PageUp);
find("start").addEventListener("click", KEYS.Home);
find("end").addEventListener("click", KEYS.End);
find("line").max = events.length;
find("line").addEventListener("input", (event) => go(Number(event.target.value) - 1));

// A swipe steps, over the words always, over the map where that cannot be moved sideways.
let touched = null;
document.addEventListener("touchstart", (event) => {
  const isMap = board.contains(event.target) && board.scrollWidth > board.clientWidth + 1;
  const isFree = !isMap && !find("proof").open && !event.target.closest("input, select");
  touched = event.touches.length === 1 && isFree ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  const [lifted, from] = [event.changedTouches[0], touched];
  touched = null;
  if (!from) return;
  const [east, south] = [lifted.clientX - from.clientX, lifted.clientY - from.clientY];
  if (Math.abs(east) > 60 && Math.abs(east) > 2 * Math.abs(south)) step(east < 0 ? 1 : -1);
}, { passive: true });

// The first event of the turn with that number in the list, with the map in view.
function goToTurn(number) {
  go(events.findIndex((event) => event.turn === data.chapters[number].turn));
  find("main").scrollIntoView();
}

const isLoss = ([kind]) => kind === "loss";
const losing = new Set(data.moments.filter(({ said }) => said.some(([lines]) => lines.some(isLoss))).map(({ t }) => t));

find("turns").replaceChildren(...data.chapters.map((chapter, number) => {
  const item = made("li");
  const words = [capital(chapter.title), ...chapter.headline.slice(0, 1)].join(": ");
  const button = made("button", words, { type: "button", "data-chapter": number });
  button.addEventListener("click", () => goToTurn(number));
  const more = chapter.headline.slice(1).map((words) => made("li", words));
  item.append(button, ...more.length ? folded(`${more.length} more`, "further", more) : []);
  if (losing.has(chapter.turn)) item.append(...folded("losses", "further losses", [], () => lossesOf(chapter.turn)));
  return item;
}));

// The sentences of a turn that tell of losses, each a button that leads there.
function lossesOf(turn) {
  return events.flatMap((event, number) => (event.turn === turn ? lossesIn(data.moments[event.moment].said[event.part], number) : []));
}

function lossesIn(said, number) {
  return (said ? said[0] : []).filter(isLoss).map(([, words]) => {
    const item = made("li");
    const button = made("button", words, { type: "button" });
    button.addEventListener("click", () => {
      go(number);
      find("main").scrollIntoView();
      const there = [...document.querySelectorAll("#said .now button")].find((one) => one.textContent === words);
      there.focus({ preventScroll: true });
      there.parentElement.scrollIntoView({ block: "nearest" });
    });
    item.append(button);
    return item;
  });
}

// What else there is of a turn, folded; printed it stands open. Losses are many: they are laid out
// when they are asked for.
function folded(words, kind, items, later = () => []) {
  const list = made("ul", undefined, { class: kind, hidden: "" });
  list.append(...items);
  const fold = made("button", words, { type: "button", class: "fold", "aria-expanded": "false" });
  fold.addEventListener("click", () => {
    if (!list.children.length) list.append(...later());
    list.hidden = !list.hidden;
    fold.setAttribute("aria-expanded", !list.hidden);
  });
  return [fold, list];
}

for (const turn of find("plot").querySelectorAll("[data-chapter]")) {
  const number = Number(turn.dataset.chapter);
  onPress(turn, () => goToTurn(number));
  for (const [name, shown] of [["pointerenter", number], ["focus", number], ["pointerleave", null], ["blur", null]]) {
    turn.addEventListener(name, () => figure(shown ?? here));
  }
}

function fromAddress() {
  const found = /^#t(\d+)e(\d+)$/.exec(location.hash);
  const [turn, number] = found ? found.slice(1).map(Number) : [];
  go(events.findIndex((event) => event.turn === turn && event.number === number), true);
}
window.addEventListener("hashchange", fromAddress);
fromAddress();
