// --- moving about ---

function go(moment, keepAddress) {
  const before = new Map(lies);
  const isFirst = !painted.size;
  const to = Math.max(-1, Math.min(moment, data.moments.length - 1));
  const isForward = to > at;
  lay(to);
  at = to;
  paint(isFirst ? null : before, isForward);
  tell();
  const came = changes.map((row) => before.get(row[0])).filter(Boolean);
  follow(isFirst ? [soon(), soon().slice(0, 1)] : [[...changes, ...came], changes, changes.slice(0, 1)]);
  if (!isFirst && scrollY > find("main").offsetTop) find("main").scrollIntoView();
  if (!keepAddress) history.replaceState(null, "", at < 0 ? "#" : address(at));
}

// What the next moment will change: there the table is looked at first.
function soon() {
  const next = data.moments[at + 1];
  return (next ? next.d : []).map(([number]) => lies.get(number)).filter(Boolean);
}

const address = (moment) => `#t${data.moments[moment].t}e${data.moments[moment].n}`;

function step(sign) {
  const by = find("by").value;
  return go(by === "1" ? at + sign : boundary(sign, by));
}

// The last moment of the next file or turn, or of the one before.
function boundary(sign, key) {
  const list = data.moments;
  let n = at;
  if (sign > 0) {
    n += 1;
    while (n < list.length - 1 && list[n + 1][key] === list[n][key]) n += 1;
    return n;
  }
  const here = n >= 0 ? list[n][key] : null;
  while (n >= 0 && list[n][key] === here) n -= 1;
  return n;
}

const KEYS = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  PageDown: () => go(boundary(1, "t")), PageUp: () => go(boundary(-1, "t")),
  Home: () => go(-1), End: () => go(data.moments.length - 1),
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
find("line").max = data.moments.length;
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

// The first moment of the turn with that number in the list, with the map in view.
function goToTurn(number) {
  go(data.moments.findIndex((moment) => moment.t === data.chapters[number].turn));
  find("main").scrollIntoView();
}

find("turns").replaceChildren(...data.chapters.map((chapter, number) => {
  const item = made("li");
  const words = [capital(chapter.title), ...chapter.headline.slice(0, 1)].join(": ");
  const button = made("button", words, { type: "button", "data-chapter": number });
  button.addEventListener("click", () => goToTurn(number));
  item.append(button, ...further(chapter.headline.slice(1)));
  return item;
}));

// The other sentences of a turn, folded; printed they stand open.
function further(sentences) {
  if (!sentences.length) return [];
  const list = made("ul", undefined, { class: "further", hidden: "" });
  list.append(...sentences.map((words) => made("li", words)));
  const fold = made("button", `${sentences.length} more`, { type: "button", class: "fold", "aria-expanded": "false" });
  fold.addEventListener("click", () => {
    list.hidden = !list.hidden;
    fold.setAttribute("aria-expanded", !list.hidden);
  });
  return [fold, list];
}

for (const turn of find("plot").querySelectorAll("[data-chapter]")) {
  const number = Number(turn.dataset.chapter);
  turn.addEventListener("click", () => goToTurn(number));
  turn.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    goToTurn(number);
  });
  for (const [name, shown] of [["pointerenter", number], ["focus", number], ["pointerleave", null], ["blur", null]]) {
    turn.addEventListener(name, () => figure(shown ?? here));
  }
}

function fromAddress() {
  const found = /^#t(\d+)e(\d+)$/.exec(location.hash);
  const moment = found
    ? data.moments.findIndex((one) => one.t === Number(found[1]) && one.n === Number(found[2]))
    : -1;
  go(moment, true);
}
window.addEventListener("hashchange", fromAddress);
fromAddress();
