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
  | { readonly kind: 'keep'; readonly text: string; readonly judgement: Judgement }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hold'; readonly structure: Structure };

/** A unit that says nothing itself and stays where it introduces a unit that does. */
export interface Structure {
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
  /** The group of blocks it introduces, once the first of them is seen. */
  group: number | null;
}

export function createTextCleaner(): TextCleaner {
  let held: Held[] = [];
  let block: Block | null = null;
  let lists: Block[] = [];
  let given = false;
  let dropped = false;
  /** The most line breaks between blocks since text was given. */
  let lineBreaks = 0;

  function accept(unit: StatementUnit, fate: Fate): string {
    const own = unit.first || block === null ? open(unit) : block;
    if (fate.kind === 'drop') dropped = true;
    if (fate.kind === 'hold') held.push({ unit, block: own, structure: fate.structure, group: null });
    if (fate.kind !== 'keep') return '';
    let text = '';
    for (const { unit: before, block: its, structure } of held) {
      const stays = structure.introduces(fate.judgement);
      if (stays) text += put(before, its, before.raw);
      else dropped = true;
      structure.decide(stays);
    }
    held = [];
    return text + put(unit, own, fate.text);
  }

  function open(unit: StatementUnit): Block {
    held = held.filter((before) => !isOver(before, unit) || !letGo(before));
    lists = lists.filter((list) => list.unit.group === unit.group && list.unit.indent < unit.indent);
    block = { unit, parents: lists, given: false };
    if (unit.item) lists = [...lists, block];
    lineBreaks = Math.max(lineBreaks, countLineBreaks(unit.gap));
    return block;
  }

  function letGo({ structure }: Held): true {
    dropped = true;
    structure.decide(false);
    return true;
  }

  function put(unit: StatementUnit, own: Block, text: string): string {
    if (own.given) return unit.gap + text;
    own.given = true;
    const shift = outdent(own);
    const first = own.unit;
    const result = separator(first.gap) + indentLess(first.lead, shift) + continueLess(text, shift);
    given = true;
    dropped = false;
    lineBreaks = 0;
    return result;
  }

  /** What stands between two blocks that stay: as in the answer, or as wide as the widest of what stood between them. */
  function separator(gap: string): string {
    if (!given) return dropped ? '' : gap;
    if (!dropped) return gap;
    const wanted = Math.min(2, lineBreaks);
    if (/^[\s>]*$/u.test(gap) && countLineBreaks(gap) >= wanted) return gap;
    return (gap.includes('\r') ? '\r\n' : '\n').repeat(Math.max(1, wanted));
  }

  return {
    accept,
    end: (tail) => {
      for (const before of held) letGo(before);
      if (!given) return '';
      return dropped ? (/\r?\n$/u.exec(tail)?.[0] ?? '') : tail;
    },
  };
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
