import type { Judgement } from './judge-statement.ts';
import type { StatementUnit } from './statement-unit.ts';

/** Puts an answer together again from the units that stay. */
export interface TextCleaner {
  /** Takes the units in order, each with what is to be done: `hold` stays where it introduces a unit that stays. */
  readonly accept: (unit: StatementUnit, fate: Fate) => string;
  /** Takes the text behind the last unit. */
  readonly end: (tail: string) => string;
}

/** What becomes of a unit. */
export type Fate =
  /** `cut` where a block of markers behind it did not stay. */
  | { readonly kind: 'keep'; readonly text: string; readonly cut: boolean; readonly judgement: Judgement }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hold'; readonly structure: Structure };

/** A unit that says nothing itself and stays where it introduces a unit that does. */
export interface Structure {
  /** Its text, without markers that do not stand. */
  readonly text: string;
  /** False where it names something that the unit it would introduce knows nothing of. */
  readonly introduces: (judgement: Judgement) => boolean;
  /** Called once, when it is known whether it stays. */
  readonly decide: (stays: boolean) => void;
}

interface Block {
  readonly unit: StatementUnit;
  readonly parents: readonly Block[];
  given: boolean;
}

interface Held {
  readonly unit: StatementUnit;
  readonly block: Block;
  readonly structure: Structure;
  /** Units that did not stay before it. */
  readonly drops: number;
  /** The group of blocks it introduces, once the first of them is seen. */
  group: number | null;
}

export function createTextCleaner(): TextCleaner {
  let held: Held[] = [];
  let block: Block | null = null;
  let lists: Block[] = [];
  /** The first unit of the last block given. */
  let last: StatementUnit | null = null;
  /** Units that did not stay so far, and how many there were when the last unit given was accepted. */
  let drops = 0;
  let dropsBefore = 0;
  /** True where the last unit given lost the marker at its end. */
  let lostEnd = false;
  /** What stood right behind the last unit given, up to the next one of its block. */
  let behind: string | null = null;

  function accept(unit: StatementUnit, fate: Fate): string {
    if (unit.first || unit.role === 'heading')
      held = held.filter((before) => !isOver(before, unit) || !letGo(before));
    const own = unit.first || block === null ? open(unit) : block;
    behind ??= own.given ? unit.gap : null;
    if (fate.kind === 'drop') drops++;
    if (fate.kind === 'hold') held.push({ unit, block: own, structure: fate.structure, drops, group: null });
    if (fate.kind !== 'keep') return '';
    let text = '';
    for (const before of held) {
      const stays = before.structure.introduces(fate.judgement);
      if (stays) text += put(before.unit, before.block, before.structure.text, before.drops);
      else drops++;
      before.structure.decide(stays);
    }
    held = [];
    text += put(unit, own, fate.text, drops);
    if (fate.cut) drops++;
    return text;
  }

  function open(unit: StatementUnit): Block {
    lists = lists.filter((list) => list.unit.group === unit.group && list.unit.indent < unit.indent);
    block = { unit, parents: lists, given: false };
    if (unit.item) lists = [...lists, block];
    return block;
  }

  function letGo({ structure }: Held): true {
    drops++;
    structure.decide(false);
    return true;
  }

  function put(unit: StatementUnit, own: Block, text: string, dropsNow: number): string {
    const dropped = dropsNow > dropsBefore;
    dropsBefore = dropsNow;
    // A line break that ended the last unit still does when those on the next line went.
    const gap = behind?.includes('\n') && !unit.gap.includes('\n') ? behind : unit.gap;
    behind = null;
    const glue = lostEnd && gap === '' ? ' ' : gap;
    lostEnd = !text.endsWith(unit.raw.slice(-1));
    if (own.given) return glue + text;
    own.given = true;
    const shift = outdent(own);
    const between = separator(own.unit, last, dropped);
    last = own.unit;
    return between + indentLess(own.unit.lead, shift) + continueLess(text, shift);
  }

  return {
    accept,
    end: (tail) => {
      for (const before of held) letGo(before);
      if (last === null) return '';
      return drops > dropsBefore ? (/\r?\n$/u.exec(tail)?.[0] ?? '') : tail;
    },
  };
}

/** What stands before a block that stays: as in the answer, or where something went, enough to keep it apart from the last one. */
function separator(
  { gap, item, role, group }: StatementUnit,
  last: StatementUnit | null,
  dropped: boolean,
): string {
  if (last === null) return dropped ? '' : gap;
  if (!dropped) return gap;
  const wanted = (item && last.group === group) || role === 'row' ? 1 : 2;
  if (/^[\s>]*$/u.test(gap) && countLineBreaks(gap) >= wanted) return gap;
  return (gap.includes('\r') ? '\r\n' : '\n').repeat(wanted);
}

/** True where what a structure introduces has ended before `unit`. */
function isOver(held: Held, unit: StatementUnit): boolean {
  const { role, level, group, item, indent } = held.unit;
  if (role === 'heading') return unit.role === 'heading' && unit.level <= level;
  if (role === 'head') return unit.group !== group;
  if (unit.role === 'heading') return true;
  if (item) return unit.group !== group || (unit.item && unit.indent <= indent);
  held.group ??= unit.group;
  return unit.group !== held.group;
}

/** By how many columns an item moves out because items above it are gone. */
function outdent({ unit, parents }: Block): number {
  let shift = 0;
  parents.forEach((parent, i) => {
    if (!parent.given) shift += ((parents[i + 1]?.unit ?? unit).indent ?? 0) - parent.unit.indent;
  });
  return shift;
}

function indentLess(lead: string, columns: number): string {
  if (columns === 0) return lead;
  return lead.replace(
    /^((?:[ \t]{0,3}>[ ]?)*)([ \t]*)/u,
    (_, quotes: string, space: string) => quotes + space.slice(columns),
  );
}

function continueLess(text: string, columns: number): string {
  if (columns === 0 || !text.includes('\n')) return text;
  return text.replace(new RegExp(`(\\n)[ \\t]{1,${columns}}`, 'gu'), '$1');
}

function countLineBreaks(gap: string): number {
  return gap.split('\n').length - 1;
}
