// --- orders that are put together from what goes with what ---

// Legal orders of a kind from which others are put together: `{ held: key -> items, … }`.
function samplesOf(sort) {
  const rows = sort.samples
    ? sort.samples.map(([items, phrase, claims, needs = []]) => ({
      held: new Map(sort.lead.map(([key], n) => [key, sort.lists[items[n]]]).filter(([, all]) => all.length)),
      phrase: sort.phrases[phrase], claims, needs: needs.map((one) => given(sort.besides[one])),
    }))
    : (sort.offers || []).map((offer) => ({
      held: new Map(offer.cells.map(([key, , items]) => [key, items]).filter(([, all]) => all.length)),
      phrase: [offer.words, {}], claims: offer.claims, needs: offer.needs,
    }));
  const keys = new Set(rows.flatMap((row) => [...row.held.keys()]));
  for (const field of sort.fields) {
    if (field.shape !== "one" || field.usual === null || !keys.has(field.key)) continue;
    for (const row of rows) if (!row.held.has(field.key)) row.held.set(field.key, [field.usual]);
  }
  return rows;
}

const isSame = (one, other) => one.length === other.length && one.every((item, n) => item === other[n]);
const isBegun = (way, by) => by.length > 0 && by.every((item, n) => way[n] === item);
const and = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names.join(""));

// What can be chosen, key by key, so that a legal order has all of it.
class Choice {
  constructor(sort) {
    this.sort = sort;
    this.all = samplesOf(sort);
    this.picked = new Map();
    const keys = new Set(this.all.flatMap((row) => [...row.held.keys()]));
    this.leads = sort.fields.filter((field) => keys.has(field.key) && field.shape !== "lists");
    this.free = sort.fields.filter((field) => !this.leads.includes(field));
    this.together = new Map(); // who there is under each key of orders that are the same but for that
    for (const row of this.all) {
      row.rest = this.leads.filter((field) => !this.isSet(field)).map((field) => row.held.get(field.key) || []).join(";");
      if (!this.together.has(row.rest)) this.together.set(row.rest, new Set());
      for (const [key, items] of row.held) for (const item of items) this.together.get(row.rest).add(`${key} ${item}`);
    }
  }

  // Whether all who are chosen can be in an order that is the same else.
  takesAll(row) {
    return this.sets.every((field) => this.picked.get(field.key).every((item) => this.together.get(row.rest).has(`${field.key} ${item}`)));
  }

  isSet(field) { return this.sort.joins.includes(field.key); }
  isTyped(field) { return field.open && (this.picked.get(field.key) || []).some((item) => !field.items.includes(item)); }
  get open() {
    const taken = new Set(chosen.flatMap((order) => order.claims));
    return this.all.filter((row) => !row.claims.some((claim) => taken.has(claim)));
  }

  // What stands under a key in the first order of all.
  first(field) { return (this.all.length && this.all[0].held.get(field.key)) || []; }

  // Whether an order goes with what is chosen under all other keys.
  fits(row, except, isLoose) {
    return this.leads.every((field) => {
      const mine = this.picked.get(field.key);
      if (field === except || !mine || this.isTyped(field)) return true;
      const there = row.held.get(field.key);
      if (this.isSet(field)) return isLoose || !there || this.isApart(field, except) || there.some((item) => mine.includes(item));
      return Boolean(there) && (isSame(there, mine) || (field.shape === "list" && isBegun(mine, there)));
    });
  }

  // Whether whoever is named under one key goes with whoever is named under the other.
  isApart(one, other) {
    return Boolean(other) && one !== other && this.sort.apart.some((pair) => pair.includes(one.key) && pair.includes(other.key));
  }

  get sets() { return this.leads.filter((field) => this.isSet(field) && this.picked.has(field.key)); }

  // The values under a key, each a list of items, that go with all that is chosen.
  values(field) {
    const rows = this.open.filter((row) => row.held.has(field.key) && this.fits(row, field, !this.isSet(field)));
    const found = new Map();
    for (const row of rows) {
      for (const value of this.isSet(field) ? row.held.get(field.key).map((item) => [item]) : [row.held.get(field.key)]) {
        const key = value.join();
        if (!found.has(key)) found.set(key, { value, rows: [] });
        found.get(key).rows.push(row);
      }
    }
    const isFull = ({ rows: of }) => this.sets.every((one) => one === field || this.isApart(one, field)
      || this.picked.get(one.key).every((item) => of.some((row) => (row.held.get(one.key) || []).includes(item)))
      || (this.isSet(field) && of.every((row) => !row.held.has(one.key))));
    const taken = this.sets.filter((one) => this.isApart(one, field)).flatMap((one) => this.picked.get(one.key));
    return [...found.values()].filter(isFull).map(({ value }) => value).filter(([item]) => !taken.includes(item));
  }

  // Orders that go with all that is chosen, those that have most of it first.
  get matches() {
    const lacks = (row) => this.sets.filter((field) => !row.held.has(field.key)).length;
    const rows = this.open.filter((row) => this.fits(row) && this.takesAll(row));
    const least = Math.min(...rows.map(lacks));
    return this.leads.filter((field) => this.isNo(field) && !this.picked.has(field.key))
      .reduce((all, field) => {
        const plain = all.filter((row) => isSame(row.held.get(field.key) || [], [field.usual]));
        return plain.length ? plain : all;
      }, rows.filter((row) => lacks(row) === least));
  }

  // Of these the orders that say exactly what stands under each key: one of them is what is saved.
  get meant() {
    const mine = new Map(this.leads.map((field) => [field, this.held(field)]));
    return this.matches.filter((row) => this.leads.every((field) => (this.isSet(field) && this.picked.has(field.key))
      || isSame(row.held.get(field.key) || [], mine.get(field))));
  }

  // What is the same in every order that goes with what is chosen need not be chosen.
  only(field) {
    if (this.picked.has(field.key) || this.isSet(field) || field.open) return null;
    const values = this.values(field);
    return values.length === 1 && this.matches.every((row) => row.held.has(field.key)) ? values[0] : null;
  }

  // What stands under a key: what is chosen, what alone fits, or no where it may be yes.
  held(field) { return this.picked.get(field.key) || this.only(field) || this.usual(field); }

  isNo(field) { return field.usual !== null && data.items[field.usual][TOML] === "false"; }

  usual(field) {
    const rows = this.isNo(field) ? this.matches : [];
    return rows.length && rows.every((row) => isSame(row.held.get(field.key) || [], [field.usual])) ? [field.usual] : [];
  }

  // What must still be chosen at least; null if nothing goes with what is.
  get lacking() {
    const rows = this.matches.map((row) => this.leads.filter((field) => row.held.has(field.key) && !this.held(field).length));
    return rows.length ? rows.reduce((one, other) => (other.length < one.length ? other : one)) : null;
  }

  // The titles of what must still be chosen.
  get missing() {
    if (!this.all.length) return [];
    return this.lacking ? this.lacking.map((field) => field.title) : ["something that goes together"];
  }

  toggle(field, value) {
    const mine = this.picked.get(field.key) || [];
    const rest = this.isSet(field) ? mine.filter((item) => item !== value[0]) : [];
    const isIn = this.isSet(field) ? rest.length < mine.length : isSame(mine, value);
    const next = isIn ? rest : this.isSet(field) ? [...this.unrivalled(field, rest, value), ...value] : value;
    if (next.length) this.picked.set(field.key, next);
    else this.picked.delete(field.key);
  }

  // Of pairs of a table one for each thing.
  unrivalled(field, items, [item]) {
    const first = (one) => data.items[one][IDS][0];
    return field.shape === "table" ? items.filter((one) => first(one) !== first(item)) : items;
  }

  // What the order will do, as far as that is known here; `more` are cells that no sample has.
  words(more) {
    const { meant } = this;
    const [base] = meant;
    if (!base || this.leads.some((field) => this.isTyped(field))) return "";
    const beside = this.sets.filter((field) => !base.held.has(field.key)).map((field) => [field.key, field.shape, this.held(field)]);
    const all = [...beside, ...more];
    const [set] = this.sets.filter((field) => base.held.has(field.key) && this.picked.get(field.key).length > 1);
    const rows = set ? this.picked.get(set.key).map((item) => meant.find((row) => (row.held.get(set.key) || []).includes(item))) : [base];
    if (rows.some((row) => !row || !row.phrase[0])) return "";
    const [first] = rows;
    const several = set && rows.every((row) => row.phrase === first.phrase) ? first.phrase[1][set.key] : "";
    const told = several ? [this.told(several, {})] : rows.map((row, n) => this.told(row.phrase[0], set ? { [set.key]: [this.picked.get(set.key)[n]] } : {}));
    if (!all.length) return told.join(" ");
    const bare = told.map((one) => one.replace(/(\])[.]? .*$/s, "$1.")).join(" ");
    return `${bare} ${titled(cellsInWords(this.sort.kind, all))}.`;
  }

  told(phrase, one) {
    return phrase.replace(/⟦(\w+)⟧/g, (_, key) => {
      const field = this.leads.find((lead) => lead.key === key);
      const items = one[key] || (field ? this.held(field) : []);
      return and(items.map((item) => data.items[item][NAME]));
    });
  }

  // The rows of all that is chosen: what they claim, and what must stand in the file besides.
  get used() {
    if (!this.sets.length) return [...this.meant, ...this.matches].slice(0, 1);
    const rows = [...this.meant, ...this.matches, ...this.open.filter((row) => this.fits(row, null, true))];
    return this.sets.flatMap((field) => this.picked.get(field.key)
      .map((item) => rows.find((row) => (row.held.get(field.key) || []).includes(item))).filter(Boolean));
  }
}

// Where a way may go on to from its end.
function onward(items) {
  const ids = items.length ? data.items[items[items.length - 1]][IDS] : [];
  return (ids.flatMap((id) => data.near[id] || [])).map((id) => itemOf(toml(id), (data.places[id] || [id])[0], [id]));
}

function labelOf(value) {
  const last = data.items[value[value.length - 1]];
  const isWay = value.length > 1 && value.every((item) => data.items[item][IDS].some((id) => data.places[id]));
  return isWay ? `to ${last[NAME]}` : value.map((item) => data.items[item][NAME]).join("; ");
}

const tomlOf = (value) => value.map((item) => data.items[item][TOML]).join(", ");

let active = null; // the composer that what is clicked on the map is for

// Whether it is the name of something that is made now, such as a fleet: those are numbered.
const isNew = (item) => /\d$/.test(data.items[item][NAME]) && !data.items[item][IDS].some(isThing);

// Names under a key of things that the other orders bring, and where they have the free one, the next.
function newNames(field, listed) {
  const brought = chosen.flatMap((order) => order.cells).filter(([key]) => key === field.key).flatMap((cell) => cell[2]).filter(isNew);
  const free = listed.map(([item]) => item).find(isNew);
  const found = new Set(brought);
  for (let number = 2; free !== undefined && found.has(free) && found.size <= brought.length; number += 1) {
    const name = data.items[free][NAME].replace(/\d+$/, number);
    found.add(itemOf(toml(name), name, [name]));
  }
  return [...found].filter((item) => item !== free).map((item) => [item]);
}

function facet(choice, field, changed_) {
  const part = made("div", undefined, { class: "field", role: "group", "aria-label": field.title, "data-key": field.key });
  part.append(made("span", field.title, { class: "name" }));
  const list = made("div", undefined, { class: "options" });
  const other = field.open ? another(field, (item) => { choice.picked.set(field.key, [item]); changed_(); }) : null;
  part.append(list, ...other ? [other] : []);
  const isWay = field.shape === "list" && !choice.isSet(field);
  const put = (value) => {
    const mine = choice.picked.get(field.key) || [];
    const isIn = choice.isSet(field) ? mine.includes(value[0]) : isSame(mine, value);
    const name = `${labelOf(value)}${field.open && isNew(value[0]) ? " (new)" : ""}`;
    list.append(button(name, { "aria-pressed": isIn, "data-toml": tomlOf(value) }, () => {
      choice.toggle(field, value);
      changed_();
      const again = [...list.querySelectorAll("button")].find((one) => one.textContent === name);
      (again || list.querySelector("button") || list).focus();
    }));
  };
  const refresh = () => {
    const mine = choice.picked.get(field.key) || [];
    const listed = choice.values(field);
    const values = field.open ? [...listed, ...newNames(field, listed)] : listed;
    const only = choice.only(field);
    list.replaceChildren();
    if (mine.length && !choice.isSet(field)) put(mine);
    else if (only) list.append(made("span", `${labelOf(only)}: nothing else goes with it`, { class: "faint" }));
    else for (const value of values) put(value);
    if (mine.length && isWay) {
      const more = onward(mine);
      if (more.length) list.append(made("span", "and on to", { class: "faint" }));
      for (const item of more) {
        list.append(button(data.items[item][NAME], { class: "on", "data-toml": tomlOf([item]) }, () => { choice.picked.set(field.key, [...mine, item]); changed_(); }));
      }
      drawWay(mine);
    }
    if (other) other.hidden = mine.length > 0;
    part.hidden = !list.children.length && !(other && !other.hidden);
  };
  return { part, refresh, isWay };
}

// Something else than what is listed, typed.
function another(field, take) {
  const row = made("span", undefined, { class: "row" });
  const input = made("input", undefined, { autocomplete: "off", "aria-label": `${field.title}: ${field.words || "another"}`, placeholder: field.words || "another" });
  const put = () => {
    const words = input.value.trim();
    input.value = "";
    if (words) take(typed(field, words));
  };
  onEnter(input, put);
  row.append(input, button("Take it", {}, put));
  return row;
}

function composer(sort, isOpen, ids) {
  const choice = new Choice(sort);
  const part = made("details", undefined, { class: "compose" });
  part.open = isOpen;
  part.append(made("summary", sort.samples ? "Put one together" : "Put one together yourself"));
  const said = made("p", "", { role: "status", class: "faint lacks" });
  let facets = [];
  let controls = [];
  const adding = button("Add this order", { class: "add" }, () => add());
  const me = {
    take: (some) => takeClick(choice, facets, some, () => me.refresh()),
    things: () => reachable(choice),
    isBegun: () => choice.picked.size > 0,
    stop: () => { if (active === me) active = null; markReach(); drawWay([]); },
    goOn: () => { active = me; me.refresh(); },
    refresh: () => {
      drawWay([]);
      for (const one of [...facets, ...controls]) if (one.refresh) one.refresh();
      const lacking = lacks();
      adding.setAttribute("aria-disabled", lacking.length > 0);
      said.textContent = lacking.length ? `Still to choose: ${and(lacking)}.` : choice.words(extra()) || "It can be added.";
      markReach();
    },
  };
  const extra = () => controls.map((one) => one.cell(true)).filter(Boolean);
  const lacks = () => [...choice.missing,
    ...controls.filter((one) => one.field.required && !one.cell(true)).map((one) => one.field.title)];
  const fill = () => {
    if (facets.length || controls.length || !part.open) return;
    facets = choice.leads.map((field) => facet(choice, field, me.goOn));
    const who = () => choice.sets.flatMap((field) => choice.picked.get(field.key));
    controls = choice.free.map((field) => control(field, () => me.refresh(), choice.first(field), who));
    const must = controls.filter((one) => one.field.required || !choice.leads.length);
    const more = made("details", undefined, { class: "more" });
    more.append(made("summary", "More, if you like"), ...controls.filter((one) => !must.includes(one)).map((one) => one.part));
    part.append(...facets.map((one) => one.part), ...must.map((one) => one.part));
    if (more.children.length > 1) part.append(more);
    part.append(adding, said);
    part.addEventListener("input", () => me.refresh());
    for (const id of ids) me.take([id]);
    me.refresh();
  };
  const add = () => {
    stopPicking();
    me.refresh();
    const lacking = lacks();
    if (lacking.length) {
      tell(`Not added. Still to choose: ${and(lacking)}.`);
      return;
    }
    const more = controls.map((one) => one.cell()).filter(Boolean);
    const cells = [...choice.leads.map((field) => [field, choice.held(field)])
      .filter(([field, items]) => items.length && !(field.shape === "one" && items[0] === field.usual && !field.required))
      .map(([field, items]) => [field.key, field.shape, [...items]]), ...more];
    const used = choice.used;
    const order = { kind: sort.kind, cells, words: choice.words(more), claims: [...new Set(used.flatMap((row) => row.claims))] };
    const needs = used.flatMap((row) => row.needs || []);
    const also = besides(needs.filter((one, n) => needs.findIndex((other) => things(other) === things(one)) === n));
    for (const one of needs) if (!chosen.some((other) => holds(other, one))) chosen.push(copyOf(one));
    chosen.push(order);
    choice.picked.clear();
    for (const one of controls) one.clear();
    changed();
    me.refresh();
    tell(`Ordered: ${wordsOf(order)}${also}`);
  };
  let isMine = !ids.length; // opened by the player, and not because it is about what was clicked
  part.addEventListener("toggle", () => {
    fill();
    if (!part.open) me.stop();
    else if (isMine) me.goOn();
    isMine = true;
  });
  fill();
  part.isBegun = me.isBegun;
  part.things = me.things;
  part.goOn = me.goOn;
  return part;
}

// Choose what was clicked on the map where it goes with the rest; false if it goes nowhere.
function takeClick(choice, facets, ids, changed_) {
  const lacking = choice.lacking || [];
  const inTurn = [...lacking, ...choice.leads.filter((field) => !lacking.includes(field))];
  for (const id of ids) {
    for (const field of inTurn) {
      const mine = choice.picked.get(field.key) || [];
      const names = (item) => data.items[item][IDS].includes(id);
      if (mine.length && !choice.isSet(field)) {
        const item = facets[choice.leads.indexOf(field)].isWay ? onward(mine).find(names) : undefined;
        if (item === undefined) continue;
        choice.picked.set(field.key, [...mine, item]);
      } else {
        const value = choice.values(field).find((one) => names(one[one.length - 1]));
        if (value === undefined) continue;
        choice.toggle(field, value);
      }
      changed_();
      return true;
    }
  }
  return false;
}

// The ids of what can be chosen next: forces first, then what they can reach.
function reachable(choice) {
  const idsOf = (field) => choice.values(field).map((one) => data.items[one[one.length - 1]][IDS].find(isThing)).filter(Boolean);
  const next = (choice.lacking || []).map(idsOf).find((ids) => ids.length);
  return next || choice.leads.filter((field) => choice.isSet(field) || !choice.picked.has(field.key)).flatMap(idsOf);
}
