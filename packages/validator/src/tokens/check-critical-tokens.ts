import type { TextRange } from '@memora/core';
import { findCut } from '../align/find-cut.ts';
import { compareDates } from './compare-dates.ts';
import { compareNames } from './compare-names.ts';
import { compareNumbers } from './compare-numbers.ts';
import { comparePolarity } from './compare-polarity.ts';
import type { CriticalTokenReport, TokenDisagreement } from './critical-token-report.ts';
import { isNegator, modalClass, quantifierClass } from './lexicon.ts';
import { readDates } from './read-dates.ts';
import { type NameToken, readNames } from './read-names.ts';
import { type NumberToken, readNumbers } from './read-numbers.ts';
import { readWords } from './read-words.ts';
import { screenTokens } from './screen-tokens.ts';

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
  const around = [claim?.subject, claim?.predicate, claim?.object, noteTitle, ...(headingPath ?? [])];
  if (texts.some((text) => saysVerbatim(text, statement))) return { ok: true, disagreements: [] };
  const beside = around.filter((text) => typeof text === 'string').join('\n');
  const all = `${texts.join('\n')}\n${beside}`;
  if (!/[\p{L}\p{N}]/u.test(all))
    return report([
      ...bareTokens(statement),
      ...compareFigures(statement, '', []),
      ...(names ? compareNames(readNames(statement), '', '') : []),
    ]);
  const needed = screenTokens(statement, texts, beside);
  const found = needed.figures || needed.names ? readNames(statement) : [];
  return report([
    ...(needed.figures ? compareFigures(statement, all, names ? found : []) : []),
    ...(needed.names && names ? compareNames(found, all, `${claim?.subject ?? ''} ${noteTitle ?? ''}`) : []),
    ...(needed.polarity ? comparePolarity(statement, texts) : []),
  ]);
}

function report(disagreements: readonly TokenDisagreement[]): CriticalTokenReport {
  return { ok: !disagreements.some(({ decisive }) => decisive), disagreements };
}

/** The evidence has the statement word for word, and nothing that would change it is cut off. */
function saysVerbatim(text: string, statement: string): boolean {
  const trimmed = statement.trim();
  const core = trimmed.endsWith('.') && !trimmed.endsWith('..') ? trimmed.slice(0, -1) : trimmed;
  const start = core === '' ? -1 : text.indexOf(core);
  return start !== -1 && findCut(text, { start, end: start + core.length }).length === 0;
}

function compareFigures(
  statement: string,
  evidence: string,
  names: readonly NameToken[],
): TokenDisagreement[] {
  if (!/[\p{N}\p{L}]/u.test(statement)) return [];
  const numbers = readNumbers(statement);
  const dates = readDates(statement);
  if (numbers.length === 0 && dates.length === 0) return [];
  const taken = [...dates, ...names.filter(({ kind }) => kind === 'identifier')];
  const telling = numbers.filter((token) => isTelling(token, statement, taken));
  return [
    ...compareNumbers(telling, readNumbers(evidence)),
    ...(dates.length === 0 ? [] : compareDates(dates, readDates(evidence))),
  ];
}

/** Left out: the day and month of a date (its year stays), the figures of an identifier, `one`, `the second` as a pronoun, an ordinal that is part of a name. */
function isTelling(
  { start, end, spelled, ordinal, values, unit, text }: NumberToken,
  statement: string,
  taken: readonly TextRange[],
): boolean {
  if (taken.some((token) => start >= token.start && end <= token.end)) return /^\d{4}$/.test(text);
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
    return kind === null ? [] : [{ kind, statementToken: text, evidenceToken: null, decisive: true }];
  });
}
