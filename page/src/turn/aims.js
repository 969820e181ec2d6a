import { alike, isList, isPlace } from '../offers/fields.js';
import { isMove } from '../offers/chips.js';
import { allowed, best, way } from '../offers/fill.js';
import { plainText } from '../chronicle/parts.js';
import { named, whoActs } from '../model/facts.js';
import { percent } from '../strings/numbers.js';

/** @import { Choices, View } from '../model/types.js' */
/** @import { Aim, Marks, Reach } from '../board/marks.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Field } from '../offers/fields.js' */
/** @import { Picked } from '../offers/fill.js' */
/** @import { Play } from '../model/play.js' */

/**
 * Return what the board shows of what may be done, and what pressing it does.
 * @param {View} view
 * @param {Choices | null} choices
 * @param {Play} play
 * @returns {Marks}
 */
export function marksOf(view, choices, play) {
  const chip = play.chip.value;
  const picked = play.choice.value;
  const target = chip?.fields.find((field) => field.means === 'combatant') ?? null;
  const places = chip?.fields.filter(isPlace) ?? [];
  const where = places.find((field) => picked[field.name] === undefined) ?? places.at(-1) ?? null;
  const step = where ? chip : (play.chips.value.find(isMove) ?? null);
  const place = step === chip ? where : (step?.fields.find(isPlace) ?? null);
  const here = step === chip ? picked : {};
  const corners = places.length > 1 ? places.flatMap((field) => picked[field.name] ?? []).map(String) : [];
  const reach = step && place ? reaches(view, step, place, here, corners) : new Map();
  const measured = step && place ? wayShown(view, step, place, here) : [];
  const anywhere = !!place?.open && !place.values.length && view.board.kind === 'grid';
  const many = place !== null && isList(place);
  const onPlace = (/** @type {string} */ at, /** @type {boolean} */ dropped = false) => {
    if (many && step === chip) play.pick(place.name, toggled(picked[place.name], at));
    else if (!step || !place || !(reach.has(at) || anywhere)) void play.bar(at);
    else if (step !== chip || dropped) play.arm(step, { ...here, [place.name]: at }, dropped);
    else if (picked[place.name] === at && play.meant.value) void play.confirm();
    else play.pick(place.name, at);
  };
  return {
    acting: new Set(play.actors.value.flatMap((who) => who ?? []).length ? actorsShown(view, play) : whoActs(view)),
    aims: chip && target && choices ? aims(view, choices, chip, target, picked) : new Map(),
    reach,
    // Ranks are pressed, since nothing of a rank says that it can be dropped on.
    movable: new Set(step?.who && place && view.board.kind !== 'ranks' ? [step.who] : []),
    barred: new Map([...play.barred.value].filter(([id]) => id !== play.actor.value).map(([id, reason]) => [id, plainText(reason.sentence)])),
    anywhere,
    threats: threats(view, step ?? chip, measured),
    way: measured,
    trails: [],
    area: corners.length > 1 && anywhere ? [corners[0] ?? '', corners[1] ?? ''] : null,
    cursor: null,
    chosen: play.meant.value ? (chosenIn(picked, target) ?? chosenIn(here, place)) : null,
    ready: play.meant.value && play.command.value ? JSON.stringify(play.command.value) : null,
    onToken: (who) => {
      if (chip && target && allowed(chip, target, picked).includes(who)) play.pick(target.name, who);
      else if (play.barred.value.has(who) && who !== play.actor.value) void play.bar(who);
      else if (play.actors.value.includes(who)) play.choose(who);
      else if (reach.has(placeOf(view, who))) onPlace(placeOf(view, who), false);
      else void play.bar(who);
    },
    onPlace,
  };
}

/** Return what was chosen for a field, if it is one thing. @param {Picked} picked @param {Field | null} field */
function chosenIn(picked, field) {
  const value = field ? picked[field.name] : null;
  return typeof value === 'string' ? value : null;
}

/** Return a list with a value that was not in it, or without one that was. @param {unknown} list @param {string} value */
function toggled(list, value) {
  const now = Array.isArray(list) ? list : [];
  return now.includes(value) ? now.filter((each) => each !== value) : [...now, value];
}

/** Return every place of a board that is no grid. @param {View} view */
function placesOf({ board }) {
  if (board.kind === 'tiles') return board.tiles.map((tile) => tile.id);
  if (board.kind === 'zones') return board.zones.map((zone) => zone.id);
  return board.kind === 'ranks' ? ['front', 'rear'] : [];
}

/** @param {View} view @param {string} who */
function placeOf(view, who) {
  return view.combatants.find((each) => each.id === who)?.at ?? '';
}

/** @param {View} view @param {Play} play */
function actorsShown(view, play) {
  const chosen = play.actor.value;
  return chosen !== null ? [chosen] : whoActs(view);
}

/** @param {View} view @param {Choices} choices @param {Chip} chip @param {Field} target @param {Picked} picked @returns {Map<string, Aim>} */
function aims(view, choices, chip, target, picked) {
  const side = view.combatants.find((each) => each.id === chip.who)?.side;
  return new Map(
    allowed(chip, target, picked).map((value) => {
      const who = String(value);
      const own = view.combatants.find((each) => each.id === who)?.side === side;
      const chance = best(choices, chip, { ...picked, [target.name]: value });
      return [who, { text: own ? '' : percent(chance), picked: picked[target.name] === value, own }];
    }),
  );
}

/** Return the places in the reach of foes; on squares they are near where the way that is measured leads past them. @param {View} view @param {Chip | null} step @param {string[]} way */
function threats(view, step, way) {
  const found = /** @type {Marks['threats']} */ (new Map());
  for (const { who, places } of step?.offers.flatMap((offer) => offer.threats ?? []) ?? []) {
    const near = view.board.kind !== 'grid' || places.some((at) => way.includes(at));
    for (const at of places) {
      const before = found.get(at);
      found.set(at, { who: [...new Set([...(before?.who ?? []), named(view, who)])], near: near || !!before?.near });
    }
  }
  return found;
}

/** @param {View} view @param {Chip} step @param {Field} place @param {Picked} picked @param {string[]} more @returns {Map<string, Reach>} */
function reaches(view, step, place, picked, more) {
  const chosen = [picked[place.name] ?? [], ...more].flat().map(String);
  if (place.open && !place.values.length) return new Map([...placesOf(view), ...chosen].map((at) => [at, { text: '', picked: chosen.includes(at), far: false }]));
  const shown = (/** @type {unknown} */ value) => ({ picked: alike(picked[place.name], value), far: false });
  if (!place.open) return new Map(allowed(step, place, picked).map((value) => [String(value), { text: '', ...shown(value) }]));
  if (!place.open.ends.length) return new Map(place.values.map((value) => [String(value), { text: '', ...shown(value) }]));
  const most = Math.max(...place.open.ends.map((end) => end.cost), 1);
  return new Map(place.open.ends.map((end) => [end.tile, { ...shown(end.tile), text: `${end.cost}`, struck: (end.provokes ?? []).length > 0, far: end.cost > most * 0.99 && place.open !== null && most > 30 }]));
}

/** Return the squares of the way that is picked, with where it begins. @param {View} view @param {Chip} step @param {Field} place @param {Picked} picked */
function wayShown(view, step, place, picked) {
  const to = picked[place.name];
  const from = view.combatants.find((each) => each.id === step.who)?.at;
  return place.open && typeof to === 'string' && from ? [from, ...way(place, to)] : [];
}
