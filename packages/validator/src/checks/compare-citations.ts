import type { NumberToken } from '@memora/language/numbers';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import type { CitedReading } from '../reading/cited-reading.ts';
import type { TextReading } from '../reading/text-reading.ts';

/** What one citation has to offer: its span with what stands around it. */
export type CitedText = Pick<CitedReading, 'spans' | 'beside' | 'all'>;

/** A word or figure of the statement that exactly one of the cited spans has. */
interface Told {
  readonly text: string;
  readonly start: number;
  /** The span that has it. */
  readonly by: number;
  /** The figure, where it is one. */
  readonly figure: NumberToken | null;
}

/** More citations than this are compared as one: nobody puts a swap into so long a list by accident. */
const MOST_CITATIONS = 8;
/** What parts a statement into things said side by side. */
const PARTS =
  /[;；、，。]|[,:](?=\s)|\s[–—]\s|(?<![\p{L}\p{N}])(?:and|but|while|whereas|or|und|aber|während|oder|et|mais|tandis que|ou|y|e|pero|mientras|ma|mentre|mas|enquanto|en|maar|и|а|но|ve|و|और)(?![\p{L}\p{N}])|그리고|(?<=\p{Script=Hangul})(?:고|며|지만)(?=\s)|でもって|而/giu;
const RESPECTIVELY =
  /respectively|respectivement|respectivamente|rispettivamente|beziehungsweise|jeweils|respectievelijk|соответственно|分别|分別|それぞれ|각각|sırasıyla/iu;

/**
 * Finds what a statement that cites several spans took from the wrong one: the subject of one span with the figure, name or object of
 * another. Told are words and figures that only one of the spans has. `null` where each part of the statement keeps to one span, or brings
 * several together without contradiction.
 */
export function compareCitations(
  said: TextReading,
  evidence: readonly CitedText[],
): TokenDisagreement | null {
  const { text: statement } = said;
  if (evidence.length > MOST_CITATIONS) return null;
  const told = readTold(said, evidence);
  if (new Set(told.map(({ by }) => by)).size < 2) return null;
  const parts = partsOf(statement, told);
  return crossed(parts) ?? outOfTurn(statement, told) ?? wrongFigure(parts, said, evidence);
}

function readTold(
  { text: statement, numbers: figures, terms }: TextReading,
  evidence: readonly CitedText[],
): Told[] {
  const indexes = evidence.map(({ spans, beside }) =>
    [...spans, beside].map(({ termIndex }) => termIndex.known),
  );
  const figuresBy = evidence.map(({ all }) => all.values);
  const told: Told[] = [];
  const add = (text: string, start: number, has: readonly boolean[], figure: NumberToken | null) => {
    if (has.filter(Boolean).length === 1) told.push({ text, start, by: has.indexOf(true), figure });
  };
  for (const figure of figures)
    add(
      figure.text,
      figure.start,
      figuresBy.map((known) => figure.values.some((value) => known.has(value))),
      figure,
    );
  let next = 0;
  for (const { key, start, end } of terms) {
    while (next < figures.length && (figures[next] as NumberToken).end <= start) next++;
    if (next < figures.length && (figures[next] as NumberToken).start < end) continue;
    add(
      statement.slice(start, end),
      start,
      indexes.map((texts) => texts.some((known) => known.has(key))),
      null,
    );
  }
  return told.sort((a, b) => a.start - b.start);
}

function partsOf(statement: string, told: readonly Told[]): Told[][] {
  const ends = [...statement.matchAll(PARTS)].map(({ index }) => index);
  const parts: Told[][] = [[]];
  let next = 0;
  for (const each of told) {
    while (next < ends.length && (ends[next] as number) < each.start) {
      next++;
      parts.push([]);
    }
    parts.at(-1)?.push(each);
  }
  return parts.filter((part) => part.length > 0);
}

/** One part goes from the first span to the second, another one back: `the rent is 1,200 and the deposit 900`. */
function crossed(parts: readonly (readonly Told[])[]): TokenDisagreement | null {
  const goesTo = new Map<number, { readonly to: number; readonly part: readonly Told[] }>();
  for (const part of parts) {
    const runs = runsOf(part);
    if (runs.length === 2 && runs[0] !== undefined && runs[1] !== undefined && !goesTo.has(runs[0]))
      goesTo.set(runs[0], { to: runs[1], part });
  }
  for (const [from, { part }] of goesTo) {
    let at = goesTo.get(from)?.to;
    for (let i = 0; i < goesTo.size && at !== undefined && at !== from; i++) at = goesTo.get(at)?.to;
    if (at === from) return disagreement(part.find(({ by }) => by !== from) as Told);
  }
  return null;
}

/** Subjects first, then their figures in another order: `rent and deposit are 1,200 and 900`. */
function outOfTurn(statement: string, told: readonly Told[]): TokenDisagreement | null {
  const figures = told.filter(({ figure }) => figure !== null);
  const words = told.filter(({ figure }) => figure === null);
  const [first] = figures;
  if (first !== undefined && words.every(({ start }) => start < first.start)) {
    const order = runsOf(words);
    const turns = runsOf(figures);
    const once = new Set(order).size === order.length && new Set(turns).size === turns.length;
    if (order.length > 1 && order.length === turns.length && once && order.some((by, i) => by !== turns[i]))
      return disagreement(first);
  }
  const runs = runsOf(told);
  const turned = runs.length === 3 && runs[0] === runs[2];
  return turned && RESPECTIVELY.test(statement) ? disagreement(told.at(-1) as Told) : null;
}

/** A part that speaks of one span alone, with a figure of another where the first has a different one of that unit. */
function wrongFigure(
  parts: readonly (readonly Told[])[],
  said: TextReading,
  evidence: readonly CitedText[],
): TokenDisagreement | null {
  for (const part of parts) {
    const words = part.filter(({ figure }) => figure === null);
    const [own] = runsOf(words);
    const [figure, ...more] = part.filter((each) => each.figure !== null);
    if (
      own === undefined ||
      figure?.figure == null ||
      more.length > 0 ||
      runsOf(words).length > 1 ||
      figure.by === own
    )
      continue;
    const { unit } = figure.figure;
    const others = (evidence[own]?.spans[0]?.numbers ?? []).filter(
      (number) => number.unit === unit && !number.ordinal,
    );
    // The span's own figure stands elsewhere in the statement: then this one is told beside it.
    if (others.length > 0 && !others.some(({ values }) => values.some((value) => said.values.has(value))))
      return disagreement(figure);
  }
  return null;
}

/** The spans in the order in which they are told of, each run once. */
function runsOf(told: readonly Told[]): number[] {
  return told.map(({ by }) => by).filter((by, i, all) => by !== all[i - 1]);
}

function disagreement({ text, figure }: Told): TokenDisagreement {
  return disagree(figure === null ? 'order' : 'number', text);
}
