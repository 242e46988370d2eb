import { findHedgePhrase } from '@memora/language/assertion';
import {
  type DateToken,
  readDates,
  readTimes,
  readWeekdays,
  type TimeToken,
} from '@memora/language/calendar';
import { type NumberToken, readNumbers, readRomans, toArabicNumerals } from '@memora/language/numbers';
import { createCover } from '@memora/language/text';
import { findCut } from '../align/find-cut.ts';
import type { CriticalTokenReport, TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { agreeDates, compareDates } from '../figures/compare-dates.ts';
import { compareNumbers } from '../figures/compare-numbers.ts';
import { compareRates } from '../figures/compare-rates.ts';
import { compareSides } from '../figures/compare-sides.ts';
import { compareTimes, compareWeekdays } from '../figures/compare-times.ts';
import { figureOf, isDecadeOf, readDateYears } from '../figures/known-years.ts';
import { type CitedReading, readLoose } from '../reading/cited-reading.ts';
import { readText, type TextReading } from '../reading/text-reading.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { compareSuperseded } from '../withdrawn/compare-superseded.ts';
import { compareVerdict } from '../withdrawn/compare-verdict.ts';
import { HEDGE, isNegator, modalClass, quantifierClass, traitsOf } from '../words/lexicon.ts';
import { readWords } from '../words/read-words.ts';
import { withoutLabels } from '../words/without-labels.ts';
import { compareCode } from './compare-code.ts';
import { compareLetters } from './compare-letters.ts';
import { compareNames } from './compare-names.ts';
import { compareParallels } from './compare-parallels.ts';
import { comparePolarity } from './compare-polarity.ts';
import { type NameToken, readNames } from './read-names.ts';
import { mayHaveRoles } from './roles/compare-roles.ts';
import { type Screening, screenTokens } from './screen-tokens.ts';

/** Options of {@link checkCriticalTokens}: what stands around the cited spans counts as evidence too. */
export interface CriticalTokenOptions {
  readonly claim?: {
    readonly subject?: string | null | undefined;
    readonly predicate?: string | null | undefined;
    readonly object?: string | null | undefined;
  };
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
  /** False leaves names and identifiers out: judge them only where the evidence has its title. Default true. */
  readonly names?: boolean;
}

/**
 * Finds critical tokens in which a statement disagrees with its evidence: numbers, units, dates, names, identifiers, negators,
 * quantifiers, modals, bounds and swapped operands. Deterministic; it finds disagreement only: `ok` does not mean that the
 * evidence supports the statement. Without any evidence every critical token disagrees.
 */
export function checkCriticalTokens(
  statement: string,
  evidence: string | readonly string[],
  options: CriticalTokenOptions = {},
): CriticalTokenReport {
  const texts = typeof evidence === 'string' ? [evidence] : evidence;
  const { claim, noteTitle, headingPath, names = true } = options;
  let beside = '';
  for (const text of [claim?.subject, claim?.predicate, claim?.object, noteTitle, ...(headingPath ?? [])])
    if (typeof text === 'string') beside += beside === '' ? text : `\n${text}`;
  const subject = `${claim?.subject ?? ''} ${noteTitle ?? ''}`;
  return checkAgainst(statement, readLoose(texts, beside, subject), names);
}

/** The same as {@link checkCriticalTokens} for evidence that has a reading. */
export function checkAgainst(statement: string, cited: CitedReading, names = true): CriticalTokenReport {
  const { spans, beside } = cited;
  if (spans.some(({ text }) => saysVerbatim(text, statement))) return { ok: true, disagreements: [] };
  const told = withoutLabels(statement);
  const screened = screenTokens(told, spans, beside.text);
  const polarity = screened.polarity || [told, ...spans.map(({ text }) => text)].some(mayHaveRoles);
  return report([
    ...compareCode(statement, spans, beside.text),
    ...(names ? compareLetters(told, cited.all.text) : []),
    ...compareVerdict(told, spans),
    ...compareSuperseded(told, spans),
    ...compareParallels(told, spans),
    ...compareTokens(told, cited, names, { ...screened, polarity }),
  ]);
}

/** The comparisons that are `needed`; leaving out one that `screenTokens` does not ask for changes nothing. */
export function compareTokens(
  statement: string,
  cited: CitedReading,
  names: boolean,
  needed: Screening,
): TokenDisagreement[] {
  if (!needed.figures && !needed.names && !needed.polarity) return [];
  const { all, spans, subject } = cited;
  const figures = toArabicNumerals(statement);
  const found = needed.figures || needed.names ? readNames(figures) : [];
  if (!WORDLIKE.test(all.text))
    return [
      ...bareTokens(statement),
      ...compareFigures(figures, null, []),
      ...(names ? compareNames(found, null, '') : []),
    ];
  return [
    ...(needed.figures ? compareFigures(figures, inArabicNumerals(all), names ? found : []) : []),
    ...(needed.names && names ? compareNames(withoutFigures(found, figures), all, subject) : []),
    ...(needed.polarity ? comparePolarity(statement, spans) : []),
  ];
}

/** Between letters and a year: web pages lose the space between two blocks (`Spain1986`). */
const GLUED = /(?<=\p{Ll}{2})(?=[12]\d{3}(?!\p{N}))/gu;
/** The days `12-18 April 2015`: the last one gets a date of its own. */
const DAYS = /\d[-–](\d{1,2}\.? \p{L}+\.?(?: \d{4})?)/gu;

function inArabicNumerals(all: TextReading): TextReading {
  const text = toArabicNumerals(all.text.replace(GLUED, ' ').replace(DAYS, '$&, $1'));
  return text === all.text ? all : readText(text);
}

/** Without the units and halves of days that follow a figure: `1200 L`, `3 PM`. */
function withoutFigures(names: readonly NameToken[], text: string): NameToken[] {
  if (!/\d/.test(text) || !names.some(({ text: name }) => name.length < 4)) return [...names];
  const isFigure = createCover([...readNumbers(text), ...readTimes(text)]);
  return names.filter(({ start, end, kind }) => kind === 'identifier' || !isFigure(start, end));
}

function report(disagreements: readonly TokenDisagreement[]): CriticalTokenReport {
  return { ok: !disagreements.some(({ decisive }) => decisive), disagreements };
}

/** The evidence has the statement word for word, and nothing that would change it is cut off. */
function saysVerbatim(text: string, statement: string): boolean {
  const trimmed = statement.trim();
  const core = trimmed.endsWith('.') && !trimmed.endsWith('..') ? trimmed.slice(0, -1) : trimmed;
  const start = core === '' ? -1 : text.indexOf(core);
  if (start === 0 && (text.length === core.length || (text.length === core.length + 1 && text.endsWith('.'))))
    return true;
  return (
    start !== -1 && findCut(text, { start, end: start + core.length }).length === 0 && !isHedged(text, start)
  );
}

/** True where a hedge stands before `start` in its sentence. */
function isHedged(text: string, start: number): boolean {
  const before = /[^.!?。！？\n]*$/u.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  if (before.trim() === '') return false;
  return (
    readWords(before).some(({ key }) => (traitsOf(key) & HEDGE) !== 0) || findHedgePhrase(before) !== null
  );
}

function compareFigures(
  statement: string,
  told: TextReading | null,
  names: readonly NameToken[],
): TokenDisagreement[] {
  if (!/[\p{N}\p{L}]/u.test(statement)) return [];
  const evidence = told?.text ?? '';
  const values = told?.values ?? NO_VALUES;
  const numbers = readNumbers(statement);
  const dates = readDates(statement);
  const times = readTimes(statement);
  const weekdays = readWeekdays(statement);
  const known = dates.length + weekdays.length === 0 ? [] : readDates(evidence);
  const clock = times.length === 0 ? [] : compareTimes(times, readTimes(evidence));
  // What is no time of day in the evidence may still be the same figures.
  const isTaken = createCover([...dates, ...times, ...names.filter(({ kind }) => kind === 'identifier')]);
  const telling = numbers.filter(
    (token) =>
      isTelling(token, statement, isTaken) &&
      !isQuarterWith(token, statement, evidence) &&
      !isDecadeOf(token, statement, values),
  );
  return [
    ...(telling.length === 0
      ? []
      : compareNumbers(
          telling,
          [
            ...(told?.numbers ?? []),
            ...readHalves(evidence),
            ...readRomans(evidence).map(({ text, start, value }) => figureOf(text, start, value)),
            ...readDateYears(telling, evidence, values),
          ],
          { statement, evidence },
        )),
    ...(dates.length === 0 ? [] : compareDates(dates, known)),
    ...compareSides(statement, dates, evidence, (date) =>
      known.filter(
        (other) => other.month === (date as DateToken).month && agreeDates(date as DateToken, other),
      ),
    ),
    ...compareSides(
      statement,
      numbers.filter((token) => /^[12]\d{3}$/.test(token.text) && !isTaken(token.start, token.end)),
      evidence,
      ({ text }) => (told?.numbers ?? []).filter((other) => other.text === text),
    ),
    ...compareSides(statement, times, evidence, (time) =>
      readTimes(evidence).filter(({ seconds }) => seconds === (time as TimeToken).seconds),
    ),
    ...compareRates(statement, evidence, told?.numbers ?? []),
    ...clock,
    ...(weekdays.length === 0 ? [] : compareWeekdays(weekdays, readWeekdays(evidence), known)),
  ];
}

const NO_VALUES: ReadonlySet<number> = new Set();

const HALF_OR_TWICE =
  /(?<!\p{L})(?:half|hälfte|moitié|mitad|metà|metade|половина|(twice|zweimal|дважды))(?!\p{L})|一半|半分|半数/giu;

/** `Half of them` is as good as 50 % as evidence, and `twice` as 2; it is no number that a statement has to find there. */
function readHalves(evidence: string): NumberToken[] {
  return Array.from(evidence.matchAll(HALF_OR_TWICE), ({ 0: text, 1: twice, index }) =>
    twice === undefined ? figureOf(text, index, 50, '%') : figureOf(text, index, 2),
  );
}

const QUARTER = /^\s(?:quarter|quartal|trimestre|kwartaal|квартал)/iu;

/** `The third quarter` where the evidence names a month of it. */
function isQuarterWith({ end, ordinal, values }: NumberToken, statement: string, evidence: string): boolean {
  return (
    ordinal &&
    QUARTER.test(statement.slice(end, end + 12)) &&
    (evidence.includes(`Q${values[0]}`) ||
      readDates(evidence).some(({ month }) => month !== null && values.includes(Math.ceil(month / 3))))
  );
}

/** Left out: the day and month of a date (its year stays), the figures of an identifier, `one`, `the second` as a pronoun, an ordinal that is part of a name. */
function isTelling(
  { start, end, spelled, ordinal, values, unit, text }: NumberToken,
  statement: string,
  isTaken: (start: number, end: number) => boolean,
): boolean {
  if (isTaken(start, end) || isTaken(start, start + text.length)) return /^\d{4}$/.test(text);
  if (spelled && (values[0] as number) <= 1 && unit === '') return false;
  const rest = statement.slice(end, end + 24);
  if (ordinal && (/^\s+\p{Lu}/u.test(rest) || (spelled && /^\s*(?:[.,;:)]|$)/u.test(rest)))) return false;
  return !/^\s(?:film|album|song|novel|video game|TV series)\s?\)/u.test(rest);
}

/** Negators, quantifiers and modals of a statement that nothing stands behind. */
function bareTokens(statement: string): TokenDisagreement[] {
  return readWords(statement).flatMap(({ key, text }): TokenDisagreement[] => {
    const kind = isNegator(key)
      ? 'negator'
      : quantifierClass(key) === 'all' || quantifierClass(key) === 'none'
        ? 'quantifier'
        : modalClass(key) === 'required'
          ? 'modal'
          : null;
    return kind === null ? [] : [disagree(kind, text)];
  });
}
