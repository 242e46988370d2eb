import type { CriticalTokenReport, TokenDisagreement } from './critical-token-report.ts';
import { isNegator } from './lexicon.ts';
import { type NumberToken, readNumbers } from './read-numbers.ts';

/** Options of {@link checkCriticalTokens}: what stands around the cited spans counts as evidence too. */
export interface CriticalTokenOptions {
  readonly claim?: {
    readonly subject?: string | null | undefined;
    readonly predicate?: string | null | undefined;
    readonly object?: string | null | undefined;
  };
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
}

/**
 * Finds critical tokens in which a statement disagrees with its evidence. Deterministic; finds disagreement only: `ok` does not
 * mean that the evidence supports the statement.
 */
export function checkCriticalTokens(
  statement: string,
  evidence: string | readonly string[],
  options: CriticalTokenOptions = {},
): CriticalTokenReport {
  const texts = typeof evidence === 'string' ? [evidence] : evidence;
  const { claim, noteTitle, headingPath } = options;
  const around = [claim?.subject, claim?.predicate, claim?.object, noteTitle, ...(headingPath ?? [])];
  const all = [...texts, ...around.filter((text) => typeof text === 'string')].join('\n');
  const disagreements = [...compareNumbers(statement, all), ...compareNegators(statement, texts)];
  return { ok: !disagreements.some(({ decisive }) => decisive), disagreements };
}

function compareNumbers(statement: string, evidence: string): TokenDisagreement[] {
  const said = readNumbers(statement).filter((token) => !token.spelled || (token.values[0] as number) > 1);
  if (said.length === 0) return [];
  const known = readNumbers(evidence);
  const disagreements: TokenDisagreement[] = [];
  for (const token of said) {
    const same = known.filter((other) => shareValue(token, other));
    if (same.length === 0) {
      disagreements.push({ kind: 'number', statementToken: token.text, evidenceToken: null, decisive: true });
    } else if (token.unit !== '' && !same.some(({ unit }) => unit === token.unit || unit === '')) {
      const other = (same[0] as NumberToken).text;
      disagreements.push({ kind: 'unit', statementToken: token.text, evidenceToken: other, decisive: true });
    }
  }
  return disagreements;
}

function shareValue(a: NumberToken, b: NumberToken): boolean {
  return a.values.some((value) => b.values.includes(value));
}

/** The statement's words all stand in one piece of evidence, and only one of the two is negated. */
function compareNegators(statement: string, evidence: readonly string[]): TokenDisagreement[] {
  const said = wordsOf(statement);
  const denial = said.find(isNegator);
  for (const text of evidence) {
    const known = wordsOf(text);
    const bag = new Set(known);
    if (!said.every((word) => isNegator(word) || bag.has(word))) continue;
    const denied = known.find(isNegator);
    if (denial !== undefined && denied === undefined) {
      return [{ kind: 'negator', statementToken: denial, evidenceToken: null, decisive: true }];
    }
    if (denial === undefined && denied !== undefined && known.length <= said.length + 3) {
      return [{ kind: 'negator', statementToken: '', evidenceToken: denied, decisive: true }];
    }
  }
  return [];
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}
