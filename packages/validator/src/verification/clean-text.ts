import type { CheckedStatement } from '../checks/check-statement.ts';
import { escapeBlockStart } from '../statements/blocks/escape-block-start.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';

/** Reassembles an answer from the units that stay. */
export interface TextCleaner {
  /** Takes the units in order, each with its result: `hold` is kept if it introduces a kept unit. */
  readonly accept: (unit: StatementUnit, fate: Fate) => string;
  /** False if Markdown would read the unit as something else, because of removed text before it. */
  readonly fits: (unit: StatementUnit, checked: CheckedStatement) => boolean;
  /** Takes the text after the last unit. */
  readonly end: (tail: string) => string;
}

/** The result for a unit. */
export type Fate =
  /** `cut` if a block of markers after it was removed. */
  | {
      readonly kind: 'keep';
      readonly text: string;
      readonly cut: boolean;
      readonly checked: CheckedStatement;
    }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hold'; readonly structure: Structure };

/** A unit without a statement that is kept if it introduces a kept unit. */
interface Structure {
  /** Its text, without removed markers. */
  readonly text: string;
  /** False if it names something that is not in the unit it would introduce. */
  readonly introduces: (checked: CheckedStatement) => boolean;
  /** Called once, when the decision is known. */
  readonly decide: (stays: boolean) => void;
}

interface Block {
  readonly unit: StatementUnit;
  readonly parents: readonly Block[];
  given: boolean;
  /** The block that Markdown reads it as a part of, or itself. */
  readonly root: Block;
  /** True if a part of that block stays. */
  begun: boolean;
}

interface Held {
  readonly unit: StatementUnit;
  readonly block: Block;
  readonly structure: Structure;
  /** Removed units before it. */
  drops: number;
  /** The group of blocks that it introduces, once the first of them is known. */
  group: number | null;
}

export function createTextCleaner(): TextCleaner {
  let held: Held[] = [];
  let block: Block | null = null;
  let lists: Block[] = [];
  /** The first unit of the last block given. */
  let last: StatementUnit | null = null;
  /** The number of units removed so far, and that number when the last unit was accepted. */
  let drops = 0;
  let dropsBefore = 0;
  /** True if the last unit lost the marker at its end. */
  let lostEnd = false;
  /** True if a block without indentation was passed since. */
  let passed = false;
  /** The text between the last returned unit and the next one of its block. */
  let behind: string | null = null;

  function accept(unit: StatementUnit, fate: Fate): string {
    let text = '';
    if (unit.first) {
      for (const before of held) if (isOver(before, unit)) text += letGo(before);
      held = held.filter((before) => !isOver(before, unit));
    }
    if (!unit.indented) passed = true;
    const own = unit.first || block === null ? open(unit) : block;
    behind ??= own.given ? unit.gap : null;
    if (fate.kind === 'drop') drops++;
    if (fate.kind === 'hold') held.push({ unit, block: own, structure: fate.structure, drops, group: null });
    if (fate.kind === 'drop') {
      endBlock(unit);
      return text + underlineOf(unit, own);
    }
    if (fate.kind === 'hold') return text;
    for (const before of held) {
      if (!before.structure.introduces(fate.checked) || !fits(before.unit, fate.checked))
        text += letGo(before);
      else {
        text += put(before.unit, before.block, before.structure.text, before.drops);
        before.structure.decide(true);
      }
    }
    held = [];
    text += put(unit, own, fate.text, drops);
    if (fate.cut) {
      drops++;
      endBlock(unit);
    }
    return text;
  }

  /**
   * Markers that were alone in a paragraph were moved to the unit before, so the rest of that paragraph
   * becomes a separate one.
   */
  function endBlock({ apart }: StatementUnit): void {
    if (!apart) return;
    block = null;
    passed = true;
  }

  function open(unit: StatementUnit): Block {
    if (!unit.joins)
      lists = lists.filter((list) => list.unit.group === unit.group && list.unit.indent < unit.indent);
    const isCutOff = unit.joins && block === null;
    const lead = isCutOff ? (QUOTES.exec(unit.lead)?.[0] as string) : unit.lead;
    block = createBlock(isCutOff ? { ...unit, lead, item: false } : unit, lists, unit.joins ? block : null);
    if (unit.item && !unit.joins) lists = [...lists, block];
    return block;
  }

  function letGo({ structure, unit, block: own }: Held): string {
    drops++;
    for (const later of held) if (later.unit.start > unit.start) later.drops++;
    structure.decide(false);
    return underlineOf(unit, own);
  }

  /** The underline of a heading is kept with whichever part of its paragraph stays. */
  function underlineOf({ underline }: StatementUnit, { root }: Block): string {
    return root.begun ? underline : '';
  }

  /** Separates an indented unit, which would otherwise become part of a list, or of other indented lines, before it. */
  function fits(own: StatementUnit, checked: CheckedStatement): boolean {
    const { indented, start } = own;
    if (!indented || last === null) return true;
    if (!(last.indented ? passed : last.item || last.indent > 0)) return true;
    const above = held.filter((before) => before.unit.start < start && !isOver(before, own));
    if (above.length === 0) return drops === dropsBefore;
    return above.some(
      ({ unit, structure }) =>
        !unit.item && !unit.joins && unit.indent === 0 && structure.introduces(checked),
    );
  }

  function put(unit: StatementUnit, own: Block, text: string, dropsNow: number): string {
    const dropped = dropsNow > dropsBefore;
    dropsBefore = dropsNow;
    // If the markers on the next line were removed, a line break that ended the last unit still ends it.
    const wasBroken = behind?.includes('\n') === true && !unit.gap.includes('\n');
    const gap = wasBroken ? (behind as string) : unit.gap;
    behind = null;
    const glue = lostEnd && gap === '' ? ' ' : gap;
    lostEnd = !text.endsWith(unit.raw.slice(-1));
    const marks = unit.first && own.unit !== unit ? unit.lead.slice(own.unit.lead.length).trimStart() : '';
    const { root } = own;
    const shift = outdent(root);
    const isText = shift > 0 && unit.underline === '' && unit.role !== 'code';
    const whole = marks + (isText ? text.replace(UNDERLINE, '\n\\') : text) + unit.underline;
    if (own.given) return glue + (wasBroken ? escapeBlockStart(whole) : whole);
    own.given = true;
    const goesOn = root.begun;
    root.begun = true;
    const before = last;
    last = shift > 0 ? { ...root.unit, indent: root.unit.indent - shift } : root.unit;
    passed = false;
    if (goesOn) {
      const { gap: above, lead } = own.unit;
      const between = (dropped ? lastBreak(above) || '\n' : above) + lead;
      return between + (unit === own.unit ? whole : escapeBlockStart(whole));
    }
    const rest = continueLess(whole, shift);
    // If the text before it was moved, a number other than 1 would continue that paragraph.
    const isMoved = dropped || (dropsNow > 0 && unit.item && before?.item === false);
    // Text after a list becomes part of it if the text between them was removed.
    const { item, group, indent, indented, lead } = root.unit;
    const isOutside = dropped && !item && !indented && group !== before?.group;
    // The task's box belonged to the sentence before, which was removed.
    const marked = unit === root.unit ? lead : withoutBox(lead);
    const between = separator(root.unit, before, isMoved) + indentLess(marked, isOutside ? indent : shift);
    return between + (unit === root.unit || unit.role === 'heading' ? rest : escapeBlockStart(rest));
  }

  return {
    accept,
    fits,
    end: (tail) => {
      let text = '';
      for (const before of held) text += letGo(before);
      if (last === null) return '';
      return text + (drops > dropsBefore ? lastBreak(tail) : tail);
    },
  };
}

/** The marks of an item without the box at their end. */
function withoutBox(lead: string): string {
  return lead.trimEnd().endsWith(']') ? lead.slice(0, lead.lastIndexOf('[')) : lead;
}

/** True for a line that would turn the lines above it into a heading, which it did not do in the original. */
const UNDERLINE = /\n(?=(?:=+|-+)[ \t]*(?:\n|$))/gu;

/** The marks of a quotation, and at most as much space as text may have. */
const QUOTES = /^(?:[ \t]{0,3}>[ ]?)* {0,3}/u;

/** The line break at the end of a text. */
function lastBreak(text: string): string {
  return /\r?\n$/u.exec(text)?.[0] ?? '';
}

function createBlock(unit: StatementUnit, parents: readonly Block[], above: Block | null): Block {
  const own = { unit, parents, given: false, begun: false } as Omit<Block, 'root'> & { root: Block };
  own.root = above?.root ?? own;
  return own;
}

/**
 * The text before a kept block: as in the answer, or, after a removal, enough to separate it from the last
 * kept block.
 */
function separator(
  { gap, item, role, group, indented }: StatementUnit,
  last: StatementUnit | null,
  dropped: boolean,
): string {
  if (last === null) return dropped ? '' : gap;
  if (!dropped) return gap;
  const isNext = item ? last.item : role === 'row' && /^(?:row|head)$/u.test(last.role);
  const wanted = isNext && last.group === group && last.indented === indented ? 1 : 2;
  if (/^[\s>]*$/u.test(gap) && gap.split('\n').length > wanted) return gap;
  return (gap.includes('\r') ? '\r\n' : '\n').repeat(wanted);
}

/** True if the text that a structure introduces ends before `unit`. */
function isOver(held: Held, unit: StatementUnit): boolean {
  const { role, level, group, item, indent } = held.unit;
  if (role === 'heading') return unit.role === 'heading' && unit.level <= level;
  if (role === 'head') return unit.group !== group;
  if (unit.role === 'heading') return true;
  if (item) return unit.group !== group || (unit.item && unit.indent <= indent);
  held.group ??= unit.group;
  return unit.group !== held.group;
}

/** The number of columns by which an item moves out because items above it were removed. */
function outdent({ unit, parents }: Block): number {
  let shift = 0;
  if (unit.indented) return 0;
  parents.forEach((parent, i) => {
    if (!parent.given) shift += (parents[i + 1]?.unit ?? unit).indent - parent.unit.indent;
  });
  // A quote after an indented item is less indented than the item, so nothing moves into the item.
  return Math.max(0, shift);
}

function indentLess(lead: string, columns: number): string {
  if (columns === 0) return lead;
  return lead.replace(
    /^((?:[ \t]{0,3}>[ ]?)*)([ \t]*)/u,
    (_, quotes: string, space: string) => quotes + space.slice(columns),
  );
}

function continueLess(text: string, columns: number): string {
  if (columns === 0) return text;
  return text.replace(new RegExp(`(\\n)[ \\t]{1,${columns}}`, 'gu'), '$1');
}
