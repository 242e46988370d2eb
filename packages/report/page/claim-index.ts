import type { PageClaim, ReportData } from '../src/report-data.ts';

/** The reader's filters. */
export interface ClaimQuery {
  /** Lower-case words; the claim must contain all of them. */
  readonly words: readonly string[];
  readonly region: number | null;
  readonly band: string | null;
  readonly statuses: ReadonlySet<string>;
  /** Milliseconds; null for any time. */
  readonly moment: number | null;
}

/** Finds claims in the page. */
export interface ClaimIndex {
  /** The numbers of the matching claims, ascending; null if all of them match. */
  readonly find: (query: ClaimQuery) => readonly number[] | null;
  /** The first and the last day that a claim names; null if no claim names one. */
  readonly span: readonly [first: number, last: number] | null;
}

/** Makes the index. Every claim's words are joined to one lower-case text on the first search. */
export function createClaimIndex({ claims, subjects, notes }: ReportData): ClaimIndex {
  let texts: readonly string[] | null = null;
  const toText = (claim: PageClaim): string =>
    [
      subjects[claim.subject],
      claim.predicate,
      claim.object,
      claim.source?.text,
      notes[claim.note],
      claim.id,
      claim.kind,
    ]
      .join(' ')
      .normalize('NFKC')
      .toLowerCase();
  const hasWords = (i: number, words: readonly string[]): boolean => {
    texts ??= claims.map(toText);
    return words.every((word) => texts?.[i]?.includes(word) === true);
  };
  const starts = claims.map(({ from }) => toTime(from));
  const ends = claims.map(({ until }) => toTime(until));
  const named = [...starts, ...ends].filter((time) => !Number.isNaN(time));
  const holds = (i: number, moment: number): boolean => {
    const [start, end] = [starts[i] ?? Number.NaN, ends[i] ?? Number.NaN];
    return !(start > moment) && !(end <= moment);
  };
  const matches = (claim: PageClaim, i: number, query: ClaimQuery): boolean =>
    (query.region === null || claim.region === query.region) &&
    (query.band === null || claim.band === query.band) &&
    query.statuses.has(claim.status === 'retracted' ? 'superseded' : claim.status) &&
    (query.moment === null || holds(i, query.moment)) &&
    (query.words.length === 0 || hasWords(i, query.words));
  return {
    find: (query) => {
      const found = claims.flatMap((claim, i) => (matches(claim, i, query) ? [i] : []));
      return found.length === claims.length ? null : found;
    },
    span:
      named.length === 0
        ? null
        : [
            named.reduce((least, time) => Math.min(least, time), Infinity),
            named.reduce((most, time) => Math.max(most, time), -Infinity),
          ],
  };
}

/** The start of a date of any precision; NaN if there is none. */
export function toTime(date: string | null): number {
  if (date === null) return Number.NaN;
  const quarter = /^(\d{4})-Q([1-4])$/u.exec(date);
  return quarter === null ? Date.parse(date) : Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
}
