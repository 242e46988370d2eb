import type { ClauseSupport } from '../clauses/clause-support.ts';
import { isPlainlyVerbatim, wordsBeforeMarker } from '../clauses/is-verbatim.ts';
import type { CriticalTokenReport } from '../contract/critical-token-report.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { CitedSpan } from '../reading/cited-reading.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { byKind } from './guard-by-kind.ts';
import type { StatementGuard } from './statement-judges.ts';

/**
 * True where a statement is nothing but the one span that it cites, word for word: a comparison could find nothing, so that a page which shows
 * only such statements downloads no code that compares.
 */
export function isWordForWord(
  { role, raw, start, markers, leading }: StatementUnit,
  evidenceById: ReadonlyMap<string, Evidence>,
): boolean {
  const [marker] = markers;
  const [id, ...others] = marker?.ids ?? [];
  if (role !== 'text' || leading > 0 || marker === undefined || id === undefined || others.length > 0)
    return false;
  const evidence = id.malformed ? undefined : evidenceById.get(id.claimId);
  if (evidence?.state !== 'intact' || (evidence.claim.assertion ?? 'asserted') !== 'asserted') return false;
  const at = { start: marker.start - start, end: marker.end - start };
  const words = wordsBeforeMarker(raw, [at]);
  if (words === null || !isPlainlyVerbatim(words, [evidence]) || LED.test(words)) return false;
  const said = raw.slice(0, at.start).trimEnd() + raw.slice(at.end);
  return withoutStop(said) === words && isEvidence(said, [evidence]);
}

/** What may be a date or the count of a step in front of a statement: it is left out of comparisons. */
const LED = /^\P{N}{0,40}\p{N}[^:.)）：]{0,20}[:.)）：]/u;

/** True where a statement is one of its spans, word for word, and cites no other. */
export function isEvidence(said: string, evidence: readonly Pick<CitedSpan, 'text'>[]): boolean {
  const [only, ...others] = evidence;
  if (only === undefined || others.length > 0 || said.trim() !== said) return false;
  const core = withoutStop(said);
  return core !== '' && withoutStop(only.text) === core;
}

/** The text without the full stop at its end. */
export function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** The report on a statement that is its evidence. */
export const AGREED: CriticalTokenReport = { ok: true, disagreements: [] };

/**
 * What the guard says of statements that are word for word what they cite ({@link isWordForWord}). It has nothing else: where a fault lets
 * another statement come here, judging throws.
 */
export const verbatimGuard = {
  guardStatement: () => AGREED,
  supportOf: () => WHOLE,
  byKind,
} as Partial<StatementGuard> as StatementGuard;

const WHOLE: ClauseSupport = { riders: [], embedded: [], supported: true };
