import type { TextRange } from '@memora/language/sentences';
import type { WordDifference, Wording } from '../contract/verification-report.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { withoutFirstBox } from '../passages/read-boxes.ts';
import { foreignSign, lostSign, type PlacedUnit } from './compare-signs.ts';
import { contextWords, isNearestName, leadInWords, strangeLine } from './context-words.ts';
import { findAltered } from './find-altered.ts';
import { indexOfWords } from './find-near.ts';
import { findOtherValue } from './find-other-value.ts';
import { readRows, strangeHead } from './read-rows.ts';
import { readSigns } from './read-signs.ts';
import { type PassageWords, readPassageWords, type UnitForm, type WordUnit } from './read-units.ts';
import { readWords } from './read-words.ts';
import { withSigns } from './with-signs.ts';

/** The wording of a statement, compared with the passages it cites. */
interface WordingReading {
  readonly wording: Wording;
  readonly differences: readonly WordDifference[];
  /** The line above the words of a note in the answer that the note does not have above them. */
  readonly lineAbove?: string;
}

/** A statement without markers, and its form. */
interface WordedStatement {
  readonly text: string;
  /** True if a statement is in `>`. */
  readonly isQuote: boolean;
  /** The boxes of tasks before it and in it. */
  readonly boxes: readonly string[];
  /** All boxes before it and in it, including those between words. */
  readonly allBoxes: readonly string[];
  /** True if another statement is before it in its block. */
  readonly isBehind: boolean;
  /** The lines of the answer that introduce it, outermost first, and the head of its table. */
  readonly linesAbove: readonly string[];
  readonly head: string | null;
}

/** Minimum share of a unit's words that a statement made from it must contain. */
const LEAST_WORDS = 3;

/**
 * Classifies the wording of a statement by alignment alone. `quoted`: whole units of the passages, with or
 * without a lead-in; `excerpt`: a part of one; `altered`: nearly its words, or all of a `cited` sentence with
 * additions; otherwise `paraphrased`.
 */
export function readWording(
  statement: WordedStatement,
  passages: readonly NotePassage[],
  /** Null if only whole units count. */
  cited: readonly TextRange[] | null,
): WordingReading {
  const said = readWords(withoutFirstBox(statement.text));
  const read = passages.map(readPassageWords);
  if (said.length === 0) return PARAPHRASED;
  const found = findQuoted(statement.text, said, read, passages);
  // A box means done, open, in progress or given up, and the note must have the same.
  const units = found?.units ?? read.flatMap((each) => each.units);
  const strange =
    statement.boxes.find((box) => !units.some(({ boxes, around }) => [...boxes, ...around].includes(box))) ??
    statement.allBoxes.find((box) => !units.some(({ allBoxes }) => allBoxes.includes(box)));
  if (strange !== undefined)
    return { wording: 'altered', differences: [{ here: strange, there: units[0]?.boxes[0] ?? '' }] };
  if (found !== null) {
    const missing = missingForm(found, statement);
    const sign = foreignSign(statement.text, found.placed, passages);
    // A done task may be stated as a fact (`Ida repaired the seal`) or not (`Pay the fine`), and words before
    // a quoted task may mean that it is open. A reader decides.
    const isOpen = missing === '[x]' || (missing?.startsWith('[') === true && found.hasLeadIn);
    if (missing !== null && !isOpen)
      return { wording: 'altered', differences: [{ here: '', there: missing }] };
    if (sign !== null) return { wording: 'altered', differences: [{ here: sign, there: '' }] };
    const isNote = found.units.some(({ around }) =>
      around.some((box) => box !== '[x]' && !statement.boxes.includes(box)),
    );
    const lost = lostSign(statement.text, found.placed);
    // An ornament can be omitted by mistake like a cross, so a reader decides.
    if (lost !== null) return { wording: 'paraphrased', differences: [{ here: '', there: lost }] };
    const asRow = readRows(found, readSigns(statement.text), read);
    if (asRow !== null) return asRow;
    if (found.named !== '')
      return { wording: 'paraphrased', differences: [{ here: found.named, there: '' }] };
    if (isOpen || isNote || found.isJoined) return PARAPHRASED;
    const lineAbove = findStrangeLine(statement, found, passages);
    if (lineAbove === null) return { wording: 'quoted', differences: [] };
    return { wording: 'paraphrased', differences: [{ here: lineAbove, there: '' }], lineAbove };
  }
  if (!cited) return PARAPHRASED;
  // `… not.`: a word after a statement changes its meaning.
  const alone: WordingReading | null =
    statement.isBehind && said.length === 1
      ? { wording: 'altered', differences: [{ here: said[0] as string, there: '' }] }
      : null;
  return (
    readWithLine(statement, passages) ??
    findExcerpt(said, read) ??
    findAltered(said, read, cited) ??
    findOtherValue(statement.text, said, units) ??
    alone ??
    PARAPHRASED
  );
}

/** The reading of a statement with the line above it, if a note has both in one line: `Carl: I hate the boat.` */
function readWithLine(statement: WordedStatement, passages: readonly NotePassage[]): WordingReading | null {
  const line = statement.linesAbove.at(-1);
  if (!line) return null;
  const text = `${line} ${statement.text}`;
  const reading = readWording(
    { ...statement, text, linesAbove: statement.linesAbove.slice(0, -1) },
    passages,
    null,
  );
  return reading.wording === 'quoted' ? reading : null;
}

/** Maximum number of places with the same words whose lines are read. */
const MOST_PLACES = 64;

function findStrangeLine(
  { linesAbove, head, text }: WordedStatement,
  { blocks }: QuotedUnits,
  passages: readonly NotePassage[],
): string | null {
  const places = [...blocks].slice(0, MOST_PLACES).map((key) => {
    const [passage, start] = key.split(' ').map(Number) as [number, number];
    return { passage: passages[passage] as NotePassage, start };
  });
  return (
    (linesAbove.length === 0 ? null : strangeLine(linesAbove, places)) ??
    (head === null ? null : strangeHead(head, text, places))
  );
}

const PARAPHRASED: WordingReading = { wording: 'paraphrased', differences: [] };

interface QuotedUnits {
  readonly units: readonly WordUnit[];
  readonly placed: readonly PlacedUnit[];
  /** The blocks that contain all of them. */
  readonly blocks: ReadonlySet<string>;
  readonly hasLeadIn: boolean;
  /**
   * A title, heading or speaker before them without a mark: `Mira lives in Lyon`, from `Lives in Lyon` in the
   * note about Mira.
   */
  readonly named: string;
  /**
   * True if two of them are from different blocks: a colon or "and" between them might state a relation that
   * no note states.
   */
  readonly isJoined: boolean;
}

/**
 * The whole units that a statement consists of, in sequence, or `null`. The text around and between them must
 * be a lead-in.
 */
function findQuoted(
  text: string,
  said: readonly string[],
  read: readonly PassageWords[],
  passages: readonly NotePassage[],
): QuotedUnits | null {
  const units: WordUnit[] = [];
  const placed: PlacedUnit[] = [];
  const signs = readSigns(text);
  let blocks: ReadonlySet<string> = new Set();
  let [extra, gap] = [0, 0];
  let isJoined = false;
  const around: string[] = [];
  for (let at = 0; at < said.length; ) {
    const found = longestUnitsAt(said, at, read);
    const unit = withSigns(found.units, signs, at);
    if (unit !== undefined) {
      // Cells of two rows, or a label in a list and another item of that list, would form a sentence that
      // nobody wrote.
      const shared =
        units.length === 0 ? found.blocks : new Set([...found.blocks].filter((block) => blocks.has(block)));
      if (units.length > 0 && shared.size === 0 && !areSentences(units.at(-1), unit, gap > 0)) {
        // The label of a turn is on its own line.
        const label = units.pop()?.words ?? [];
        placed.pop();
        if (units.length > 0) return null;
        around.push(...label);
        extra += label.length;
      } else isJoined ||= units.length > 0 && shared.size === 0;
      gap = 0;
      blocks = shared.size === 0 ? found.blocks : shared;
      units.push(unit);
      placed.push({ unit, from: at });
      at += unit.words.length;
    } else {
      around.push(said[at++] as string);
      extra++;
      gap++;
    }
  }
  if (units.length === 0) return null;
  const values = units.filter(({ label, isWhole }) => isWhole && label.length > 0);
  const labels = new Set(values.flatMap(({ label }) => label));
  // It is unknown which key belongs to which value.
  if (values.length > 1) return null;
  // `rejected:: We go`: the value means something else without its key.
  if (![...labels].every((word) => around.includes(word))) return null;
  if (extra === 0) return { units, placed, blocks, hasLeadIn: false, named: '', isJoined };
  const leading = leadInWords();
  // Names and dates are compared separately from the other words.
  const isApart = INTRODUCING.some((mark) => text.includes(mark));
  const strange = around.filter((word) => !leading.has(word) && !labels.has(word));
  const own = passages.filter((_, i) => [...blocks].some((key) => key.startsWith(`${i} `)));
  const named = contextWords(own);
  if (!strange.every((word) => named.has(word))) return null;
  if (strange.length > 0) {
    const [first] = placed as [PlacedUnit];
    const names = own.map((passage) => isNearestName(isApart ? strange : around, passage, first.unit.start));
    if (!isApart && (extra !== first.from || names.every((isNearest) => isNearest === null))) return null;
    // It is unknown whether the words are about the names further above.
    if (!isApart || !names.includes(true))
      return { units, placed, blocks, hasLeadIn: false, named: around.join(' '), isJoined };
  }
  // A unit of one or two words inside a lead-in is not a quotation, unless a mark separates it.
  const longest = Math.max(...units.map(({ words }) => words.length));
  const isParted = units.length === 1 && isApart;
  const isQuoted = longest >= LEAST_WORDS || extra <= longest || isParted;
  return isQuoted ? { units, placed, blocks, hasLeadIn: true, named: '', isJoined } : null;
}

/** The text between a lead-in and the words that it introduces. */
const INTRODUCING = [...':：,，،、"“„«「『'];

/** The longest units that occur in a statement, by word sequence, with the blocks that contain them. */
function longestUnitsAt(
  said: readonly string[],
  at: number,
  read: readonly PassageWords[],
): { readonly units: readonly WordUnit[]; readonly blocks: ReadonlySet<string> } {
  const units: WordUnit[] = [];
  const blocks = new Set<string>();
  read.forEach(({ units: own, unitsByWord }, passage) => {
    for (const i of unitsByWord.get(said[at] as string) ?? []) {
      const unit = own[i] as WordUnit;
      const { words, start, isCut } = unit;
      if (isCut) continue;
      const longest = units[0]?.words.length ?? 1;
      if (words.length < longest || words.length > said.length - at) continue;
      if (!words.every((word, k) => word === said[at + k])) continue;
      if (words.length > longest) {
        units.length = 0;
        blocks.clear();
      }
      units.push(unit);
      blocks.add(`${passage} ${start}`);
    }
  });
  return { units, blocks };
}

/** True for two sentences, each with its stop, or for two joined by a word. */
function areSentences(first: WordUnit | undefined, second: WordUnit, areJoined: boolean): boolean {
  return [first, second].every(
    (unit) => unit?.isProse === true && (unit.isStopped || (areJoined && unit.words.length >= LEAST_WORDS)),
  );
}

/**
 * The form of a unit that a statement lacks: the statement is not a question, quotes nobody, or has no box.
 * Quotation marks can mean that a task was done as described, but not that it is open.
 */
function missingForm(
  { units, hasLeadIn }: { readonly units: readonly WordUnit[]; readonly hasLeadIn: boolean },
  { text, isQuote, boxes }: WordedStatement,
): UnitForm | null {
  const hasAny = (marks: string) => [...marks].some((mark) => text.includes(mark));
  const has = (form: UnitForm): boolean => {
    if (form === '?') return hasAny('?？؟');
    if (form === '~~') return text.includes(form);
    if (form.startsWith('[') && text.includes(form)) return true;
    if (form.startsWith('[') && form !== '[x]') return false;
    return hasLeadIn || isQuote || hasAny('"“”„«»「」『』');
  };
  const missing = units.flatMap(({ forms }) => {
    const isBoxed = forms.some((form) => boxes.includes(form));
    // The same task box does not make up for a missing question mark or strike-through.
    return forms.filter((form) => !has(form) && (!isBoxed || form === '~~' || form === '?'));
  });
  return (
    missing.find((form) => !form.startsWith('[')) ??
    missing.find((form) => form !== '[x]') ??
    missing[0] ??
    null
  );
}

/** The statement as a part of a passage, with the rest of its sentence or item. */
function findExcerpt(said: readonly string[], read: readonly PassageWords[]): WordingReading | null {
  for (const { stream, streamUnits } of read) {
    const at = indexOfWords(stream, said);
    if (at === -1) continue;
    const end = at + said.length;
    const [first, last] = [streamUnits[at], streamUnits[end - 1]];
    let [from, to] = [at, end];
    while (from > 0 && streamUnits[from - 1] === first) from--;
    while (to < stream.length && streamUnits[to] === last) to++;
    const cut = [stream.slice(from, at), stream.slice(end, to)].filter(({ length }) => length > 0);
    return {
      wording: 'excerpt',
      differences: cut.map((words) => ({ here: '', there: words.slice(0, MOST_SHOWN).join(' ') })),
    };
  }
  return null;
}

/** Maximum number of words of a difference that are shown. */
const MOST_SHOWN = 24;
