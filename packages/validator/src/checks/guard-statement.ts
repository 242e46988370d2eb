/*
 * What the critical-token guard makes of one statement of an answer. Loaded when a statement first has to be held against its
 * evidence (see load-judges.ts): the guard's words for many languages are the largest part of this package.
 */

import {
  type CarryingMarker,
  type ClauseSupport,
  clauseSupport,
  isPlainlySupported,
  refused,
  WHOLE,
} from '../clauses/clause-support.ts';
import type { CutText } from '../clauses/cut-ranges.ts';
import { fitsLabel } from '../clauses/fits-label.ts';
import { toReadText } from '../clauses/to-read-text.ts';
import type { CriticalTokenReport, TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { withoutLeadingDate } from '../evidence/without-leading-date.ts';
import { type CitedReading, type CitedSpan, readCited } from '../reading/cited-reading.ts';
import { toHalfWidth } from '../reading/half-width.ts';
import { readText, type TextReading } from '../reading/text-reading.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { checkAgainst, checkCriticalTokens } from '../tokens/check-critical-tokens.ts';
import { readCode } from '../tokens/compare-code.ts';
import { namesVerdict } from '../withdrawn/compare-verdict.ts';
import { checkRelevance } from './check-relevance.ts';
import { codeCarries } from './code-carries.ts';
import { compareCitations } from './compare-citations.ts';
import type { JudgedCheck } from './judge-statement.ts';
import { type CitingMarker, keepsToMarkers } from './keeps-to-markers.ts';
import { placeDisagreements } from './place-disagreements.ts';
import { saysAssertion } from './says-assertion.ts';
import { mayDrift } from './screen-drift.ts';
import { AGREED, isEvidence, withoutStop } from './word-for-word.ts';

export { cutRanges } from '../clauses/cut-ranges.ts';
export { byKind } from './guard-by-kind.ts';
export { loadWords } from './load-words.ts';

/** Holds a statement, and the head of the table it is a row of, against the spans it cites. */
export function guardStatement(
  plain: string,
  headText: string | null,
  evidence: readonly CitedSpan[],
): CriticalTokenReport {
  const said = readText(toHalfWidth(toReadText(withoutLeadingDate(plain, evidence))));
  const asserted = evidence.every(({ claim }) => (claim.assertion ?? 'asserted') === 'asserted');
  if (asserted && headText === null && isEvidence(said.text, evidence)) return AGREED;
  const cited = readCited(evidence);
  const own = checkAgainst(said.text, cited);
  const unrelated = checkRelevance(said, cited.spans, () => cited.beside);
  const drift = placeDrift(findDrift(said, evidence, cited), said.text, plain, evidence);
  const mixed =
    evidence.length > 1
      ? compareCitations(
          said,
          evidence.map((each) => readCited([each])),
        )
      : null;
  if (asserted && headText === null && unrelated === null && mixed === null && drift.length === 0) return own;
  const found: TokenDisagreement[] = [...own.disagreements];
  if (unrelated !== null) found.push(unrelated);
  if (mixed !== null) found.push(mixed);
  found.push(...drift);
  if (headText !== null)
    found.push(...checkAgainst(headText, cited).disagreements.filter(({ kind }) => kind !== 'name'));
  // One that can carry the statement is enough; two questions are no more than one.
  const [first] = evidence;
  const carries = (each: CitedSpan): boolean =>
    each.claim.assertion === 'code'
      ? codeCarries(said.text, each.text, readCited([each]).beside.text)
      : saysAssertion(said.text, each.claim.assertion ?? 'asserted');
  if (first !== undefined && !evidence.some(carries)) {
    const evidenceToken = first.claim.assertion ?? 'asserted';
    found.push(disagree('assertion', '', evidenceToken));
  }
  return { ok: !found.some(({ decisive }) => decisive), disagreements: found };
}

/**
 * Of several citations of one statement, those that are about something else: none of the statement's content words stands in their span
 * or around it, while another one has some.
 */
export function unrelatedCitations(plain: string, evidence: readonly CitedSpan[]): readonly CitedSpan[] {
  const said = readText(plain);
  const unrelated = evidence.filter((each) => {
    const { spans, beside } = readCited([each]);
    return checkRelevance(said, spans, () => beside)?.decisive === true;
  });
  return unrelated.length === evidence.length ? [] : unrelated;
}

/** What of a statement (as in the answer, markers counted from its start) its evidence does not carry. */
export function supportOf(
  raw: string,
  markers: readonly (CarryingMarker & CitingMarker)[],
  evidence: readonly CitedSpan[],
  isRow: boolean,
): ClauseSupport {
  const cited = readCited(evidence);
  raw = toHalfWidth(raw);
  if (isPlainlySupported(raw, markers, cited.spans, isRow)) return WHOLE;
  if (markers.length > 1 && evidence.length > 1 && !keepsToMarkers(raw, markers)) return refused([]);
  return clauseSupport(raw, markers, cited.spans, () => cited.named, isRow);
}

/** True where a heading, lead-in or table's head asserts nothing beyond what verified under it. */
export function isLabelOf(plain: string, grounds: readonly CitedSpan[]): boolean {
  const { spans, beside } = readCited(grounds);
  const sources = [...spans, beside];
  // `## Myths` over a line takes back what the line says.
  if (namesVerdict(plain) && !sources.some(({ text }) => namesVerdict(text))) return false;
  return fitsLabel(plain, sources);
}

/** What critical tokens a heading or lead-in holds: `none`, only `names`, or some that need `support` as any statement does. */
export function guardStructure(plain: string): 'none' | 'names' | 'support' {
  const { disagreements } = checkCriticalTokens(toReadText(plain), '');
  if (disagreements.some(({ kind }) => kind !== 'name')) return 'support';
  return disagreements.length > 0 || readCode(plain).length > 0 ? 'names' : 'none';
}

/** True where the names in a heading or lead-in are known to what verified under it. */
export function namesAgree(plain: string, grounds: readonly CitedSpan[]): boolean {
  return checkAgainst(plain, readCited(grounds)).disagreements.every(
    ({ kind }) => kind !== 'name' && kind !== 'identifier',
  );
}

/** Gives the disagreements of each check their places in the statement as its report shows it: `kept`, where something of it goes. */
export function placeChecks(
  checks: readonly JudgedCheck[],
  plain: string,
  unit: StatementUnit,
  kept: CutText | null,
): void {
  const from = kept === null ? unit.start : 0;
  const markers = (kept ?? unit).markers.map(({ start, end }) => ({ start: start - from, end: end - from }));
  const shown = { text: kept?.text ?? unit.raw, markers };
  for (const check of checks)
    check.disagreements = placeDisagreements(check.disagreements, plain, shown, check.sourceText ?? '');
}

function findDrift(
  said: TextReading,
  evidence: readonly CitedSpan[],
  { spans }: CitedReading,
): readonly TokenDisagreement[] {
  const core = withoutStop(said.text);
  if (evidence.some(({ text }) => text.length <= core.length + 2 && withoutStop(text) === core)) return [];
  const [only, ...others] = spans;
  if (only !== undefined && others.length === 0 && !mayDrift(said, only)) return [];
  return checkDrift(
    said.text,
    spans.map(({ drift }) => drift),
  );
}

/** Ranges in the text that was compared, as ranges in the statement. */
function placeDrift(
  found: readonly TokenDisagreement[],
  said: string,
  plain: string,
  evidence: readonly CitedSpan[],
): readonly TokenDisagreement[] {
  if (found.length === 0 || said === plain) return found;
  return placeDisagreements(found, said, { text: plain, markers: [] }, evidence[0]?.text ?? '');
}
