import type { DisagreementKind, TokenDisagreement } from '../contract/critical-token-report.ts';
import type { Figure, FigureKind } from './figure.ts';
import { unitsClash } from './units.ts';

/** The figures of evidence by value, and their places. */
export interface FigureIndex {
  readonly byKey: ReadonlyMap<string, readonly Figure[]>;
  /** Figures that may replace one of a statement, nearest first: of the quotes, then of their passages and context. */
  readonly near: readonly Figure[];
  /** Figures of the note (quotes, passages and context), without the question's. */
  readonly placed: readonly Figure[];
  /** Figures of the quotes alone. */
  readonly quoted: readonly Figure[];
  /** Figures of quotes and passages. */
  readonly told: readonly Figure[];
  readonly dates: readonly Figure[];
  readonly years: ReadonlySet<string>;
  readonly weekdays: ReadonlySet<string>;
  /** Letters and digits of all evidence without separators, because a code may be written with spaces. */
  readonly packed: () => string;
}

/** Quotes, passages, context. */
const LISTS_OF_NOTE = 3;

/** Indexes the figures of evidence. `lists` are ordered nearest first. `packed` are the letters and digits of all texts that count. */
export function indexFigures(lists: readonly (readonly Figure[])[], packed: () => string): FigureIndex {
  const byKey = new Map<string, Figure[]>();
  const dates: Figure[] = [];
  const years = new Set<string>();
  const weekdays = new Set<string>();
  for (const figure of lists.flat()) {
    const { kind, keys, date } = figure;
    if (date !== null) {
      dates.push(figure);
      if (date.year !== null) years.add(String(date.year));
      if (date.year !== null && date.month !== null && date.day !== null)
        weekdays.add(
          String(((new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay() + 6) % 7) + 1),
        );
    }
    if (kind === 'year') for (const key of keys) years.add(key);
    if (kind === 'weekday') for (const key of keys) weekdays.add(key);
    for (const key of kind === 'version' ? prefixesOf(keys[0] as string) : keys) {
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [figure]);
      else list.push(figure);
    }
  }
  return {
    byKey,
    near: lists.flat(),
    placed: lists.slice(0, LISTS_OF_NOTE).flat(),
    quoted: lists[0] ?? [],
    told: lists.slice(0, 2).flat(),
    dates,
    years,
    weekdays,
    packed,
  };
}

/** `14.1.0` also matches 14.1 and 14. */
function prefixesOf(version: string): string[] {
  const parts = version.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

/**
 * The figures of a statement that its evidence does not have. Decisive if the evidence has another figure of the same kind in its place, which is returned with
 * it; otherwise only a warning.
 */
export function compareFigures(said: readonly Figure[], evidence: FigureIndex): TokenDisagreement[] {
  const found: TokenDisagreement[] = [];
  const missing = new Set(
    said.filter((figure) => {
      const fault = faultOf(figure, evidence);
      if (fault !== null && fault !== 'missing') found.push(fault);
      return fault === 'missing';
    }),
  );
  const isLong = said.length * evidence.near.length > MOST_PAIRS;
  const used = new Set(
    isLong ? [] : said.filter((figure) => !missing.has(figure)).flatMap((figure) => usedBy(figure, evidence)),
  );
  for (const figure of missing) {
    // If a list has hundreds of figures, a figure that is nowhere in the evidence refuses the statement, even if it is unclear which figure it replaces.
    const other = isLong ? null : counterpartOf(figure, evidence, used);
    found.push(disagreement(figure, other?.text ?? null, isLong || other !== null));
  }
  if (isLong) return found;
  for (const figure of said) {
    const other = missing.has(figure) ? null : displacedBy(figure, evidence, used);
    if (other !== null && !found.some(({ statementToken }) => statementToken === figure.text))
      found.push(disagreement(figure, other.text, true));
  }
  return found;
}

/** Above this number of pairs, figures are not compared one by one, so that the work stays linear in the length of the texts. */
const MOST_PAIRS = 100_000;

/** The figure of a quote that a statement's figure replaces: `Tier 2` replaces `Tier 3` if nothing near the quote has Tier 2, although it has a 2. */
function displacedBy(figure: Figure, evidence: FigureIndex, used: ReadonlySet<Figure>): Figure | null {
  const { kind, counted, numbered } = figure;
  if (!PLACED.has(kind) || figure.bound !== '' || evidence.quoted.some((other) => shareKey(figure, other)))
    return null;
  const sameAt = (word: 'counted' | 'numbered') => {
    const own = word === 'counted' ? counted : numbered;
    if (own.length < 3) return null;
    const beside = (other: Figure) => other[word] === own && PLACED.has(other.kind);
    if (evidence.near.some((other) => beside(other) && shareKey(figure, other))) return null;
    return (
      evidence.quoted.find((other) => beside(other) && !used.has(other) && isSameKind(figure, other)) ?? null
    );
  };
  if (kind === 'year') {
    const isContext = evidence.near.some(
      (other) => !evidence.told.includes(other) && shareKey(figure, other),
    );
    return isContext
      ? null
      : (evidence.quoted.find((other) => !used.has(other) && isSameKind(figure, other)) ?? null);
  }
  return sameAt('counted') ?? sameAt('numbered');
}

const PLACED: ReadonlySet<FigureKind> = new Set(['number', 'ordinal', 'year', 'version']);

/** True if two figures say the same. */
export function shareKey(a: Figure, b: Figure): boolean {
  return a.keys.some((key) => b.keys.includes(key) || String(b.date?.year) === key);
}

/** The figures of the evidence that a figure of the statement matches. */
function usedBy(figure: Figure, evidence: FigureIndex): Figure[] {
  const { date, kind, keys } = figure;
  if (date !== null) return evidence.dates.filter((other) => isSameDate(date, other.date, evidence.years));
  if (kind === 'year')
    return evidence.near.filter(
      (other) =>
        keys.includes(String(other.date?.year)) ||
        (other.kind === 'year' && other.keys.some((key) => keys.includes(key))),
    );
  return [...heldBy(figure, evidence)].filter(
    (other) => other.kind !== 'version' || other.keys[0] === keys[0],
  );
}

/** `null` if a figure is in the evidence, `missing` if it is not, or how it differs from the same value there. */
function faultOf(figure: Figure, evidence: FigureIndex): TokenDisagreement | 'missing' | null {
  const { kind, keys, date } = figure;
  if (date !== null)
    return evidence.dates.some((other) => isSameDate(date, other.date, evidence.years)) ? null : 'missing';
  if (kind === 'year')
    return keys.some((key) => evidence.years.has(key) || evidence.byKey.has(key)) ? null : 'missing';
  if (kind === 'weekday') return keys.some((key) => evidence.weekdays.has(key)) ? null : 'missing';
  if (kind === 'code' || kind === 'literal') {
    const key = keys[0] as string;
    // Figures that occur in the evidence as figures are found by key. Only the others are searched in the text.
    const isNamed = evidence.byKey.get(key)?.some((other) => other.kind === kind) === true;
    return isNamed || evidence.packed().includes(key) ? null : 'missing';
  }
  if (isOne(figure)) return null;
  const same = [...heldBy(figure, evidence)];
  if (same.length === 0) return isWithin(figure, evidence) || isDay(figure, evidence) ? null : 'missing';
  if (kind !== 'number') return null;
  if (same.every((other) => unitsClash(figure.unit, other.unit, keys, other.keys)))
    return disagreement(figure, same[0]?.text ?? null, true, 'unit');
  if (same.some((other) => isBoundAlike(figure.bound, other))) return null;
  // The statement has a bound that the evidence lacks, or a bound in the other direction.
  return disagreement(figure, same[0]?.text ?? null, !['', 'about'].includes(figure.bound), 'comparator');
}

/** True if the evidence bounds its number in the same direction, in a word or as the end of a range. */
function isBoundAlike(bound: string, other: Figure): boolean {
  return other.bound === bound || (bound !== '' && other.limit === bound);
}

function heldBy({ kind, keys }: Figure, { byKey }: FigureIndex): Set<Figure> {
  const isAlike = (other: Figure) => other.kind === kind || (COUNTS.has(kind) && COUNTS.has(other.kind));
  return new Set(keys.flatMap((key) => byKey.get(key) ?? []).filter(isAlike));
}

const COUNTS: ReadonlySet<FigureKind> = new Set(['number', 'ordinal', 'fraction', 'year', 'version']);

/** Two dates are the same if neither has a part that the other lacks, unless the years of the evidence supply it. */
function isSameDate(
  said: NonNullable<Figure['date']>,
  known: Figure['date'],
  years: ReadonlySet<string>,
): boolean {
  if (known === null) return false;
  if (said.month !== null && said.month !== known.month) return false;
  if (said.day !== null && said.day !== known.day) return false;
  if (said.year === null || said.year === known.year) return true;
  return known.year === null && years.has(String(said.year));
}

/** `in March, on the 15th`: the day of a date is named separately. */
function isDay({ kind, unit, keys, text }: Figure, { dates }: FigureIndex): boolean {
  if (!COUNTS.has(kind) || unit !== '') return false;
  // Some people read `20.4.` as a day and a month.
  return dates.some(({ date }) =>
    [`${date?.day}`, `${date?.day}.${date?.month}`].some((day) => day === keys[0] || day === text),
  );
}

/** `more than 100,000` if the evidence has 258,000; `about 3 million` if it has 2.9. */
function isWithin({ kind, bound, keys, unit, counted }: Figure, { near }: FigureIndex): boolean {
  if (kind !== 'number' || bound === '') return false;
  const limit = Number(keys[0]);
  if (!(limit > 0)) return false;
  return near.some((other) => {
    if (other.kind !== 'number' || (other.unit !== unit && other.unit !== '' && unit !== '')) return false;
    if (counted !== '' && other.counted !== '' && counted !== other.counted) return false;
    // `At most 20` if the evidence has at least 10, `at least 15` if it has 10–20.
    const isBounded = other.limit !== '' || other.bound === 'above' || other.bound === 'below';
    if (bound !== 'about' && isBounded && !isBoundAlike(bound, other)) return false;
    const value = Number(other.keys[0]);
    if (bound === 'above') return value >= limit && value <= limit * 10;
    if (bound === 'below') return value <= limit && value >= limit / 10;
    return Math.abs(value - limit) <= 0.1 * limit;
  });
}

/** `one` is a pronoun or an article as often as it is a number. */
function isOne({ text, keys }: Figure): boolean {
  return keys[0] === '1' && !/\d/u.test(text);
}

/** A figure of the same kind that is not in the statement: it may be what the missing one replaces. */
function counterpartOf(figure: Figure, evidence: FigureIndex, used: ReadonlySet<Figure>): Figure | null {
  const { placed, quoted, dates } = evidence;
  const { date } = figure;
  // `April 2027` if the note has April and no year is known.
  if (
    date?.month != null &&
    dates.some(
      (other) => other.date?.year === null && isSameDate({ ...date, year: null }, other.date, new Set()),
    )
  )
    return null;
  const isOther = (other: Figure) => !isOne(other) && isSameKind(figure, other);
  // If the statement has all quoted figures, nothing replaces an additional one: `11 July, or a week later, 18 July`.
  if (quoted.some(isOther) && !quoted.some((other) => isOther(other) && !used.has(other))) return null;
  const others = placed.filter((other) => !used.has(other) && isOther(other));
  const counted = others.find((other) => other.counted !== '' && other.counted === figure.counted);
  const isSmall = (other: Figure) => other.unit === '' && Number(other.keys[0]) <= 20;
  // The number of entries in a list need not be in a note.
  const isCount = figure.kind === 'number' && figure.unit === '' && !/\d/u.test(figure.text);
  return (
    counted ??
    (figure.unit === '' ? undefined : others.find(({ unit }) => unit === figure.unit)) ??
    (isCount
      ? (others.find((other) => quoted.includes(other) && isSmall(other)) ?? null)
      : (others[0] ?? null))
  );
}

/** True if one figure may replace the other. */
export function isSameKind(a: Figure, b: Figure): boolean {
  if (a.date !== null && b.date !== null)
    return (a.date.day === null || b.date.day !== null) && differ(a.date, b.date);
  if (a.kind === 'year') return b.kind === 'year' || b.date?.year != null;
  if (a.kind === 'code' && b.kind === 'code') return prefixOf(a) === prefixOf(b);
  if (a.kind === 'version' && b.kind === 'number') return b.unit === '' && b.text.includes('.');
  if (a.kind !== b.kind) return false;
  return (
    a.kind !== 'number' || a.unit === b.unit || a.unit === '' || b.unit === '' || (isBytes(a) && isBytes(b))
  );
}

function isBytes({ keys }: Figure): boolean {
  return keys.some((key) => key.endsWith(' kb'));
}

type DateParts = NonNullable<Figure['date']>;

/** True if two dates contradict each other, instead of one only being more precise. */
function differ(a: DateParts, b: DateParts): boolean {
  return (['year', 'month', 'day'] as const).some(
    (part) => a[part] !== null && b[part] !== null && a[part] !== b[part],
  );
}

function prefixOf({ keys }: Figure): string {
  return (keys[0] ?? '').replace(/\d.*$/u, '');
}

const DATED: ReadonlySet<FigureKind> = new Set(['year', 'date', 'weekday']);

function kindOf(kind: FigureKind): DisagreementKind {
  if (kind === 'time') return kind;
  return DATED.has(kind) ? 'date' : COUNTS.has(kind) ? 'number' : 'identifier';
}

function disagreement(
  { kind, text }: Figure,
  evidenceToken: string | null,
  decisive: boolean,
  as: DisagreementKind = kindOf(kind),
): TokenDisagreement {
  // No statement may send a reader to an address that is in no note.
  return { kind: as, statementToken: text, evidenceToken, decisive: decisive || kind === 'address' };
}
