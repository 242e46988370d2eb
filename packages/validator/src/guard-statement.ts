/*
 * What the critical-token guard makes of one statement of an answer. Loaded when a statement first has to be held against its
 * evidence (see load-judges.ts): the guard's words for many languages are the largest part of this package.
 */
import { type CitedText, compareCitations } from './apart/compare-citations.ts';
import type { CitableClaim } from './citable-claim.ts';
import { type CarryingMarker, type ClauseSupport, clauseSupport } from './clauses/clause-support.ts';
import type { CutText } from './clauses/cut-ranges.ts';
import { fitsLabel } from './clauses/fits-label.ts';
import { toReadText } from './clauses/to-read-text.ts';
import { codeCarries } from './code-carries.ts';
import { checkDrift } from './drift/check-drift.ts';
import { type DriftEvidence, prepareDriftEvidence } from './drift/drift-evidence.ts';
import { mayDrift } from './drift/screen-drift.ts';
import type { Grounds, JudgedCheck } from './judge-statement.ts';
import { checkRelevance } from './relevance/check-relevance.ts';
import { saysAssertion } from './says-assertion.ts';
import type { StatementUnit } from './statement-unit.ts';
import { type CriticalTokenOptions, checkCriticalTokens } from './tokens/check-critical-tokens.ts';
import { readCode } from './tokens/compare-code.ts';
import type { CriticalTokenReport, TokenDisagreement } from './tokens/critical-token-report.ts';
import { placeDisagreements } from './tokens/place-disagreements.ts';
import { withoutLeadingDate } from './without-leading-date.ts';

export { byKind } from './guard-by-kind.ts';

/** Holds a statement, and the head of the table it is a row of, against the spans it cites. */
export function guardStatement(
  plain: string,
  headText: string | null,
  evidence: readonly Grounds[],
): CriticalTokenReport {
  const texts = evidence.map(({ text }) => text);
  const options = surroundings(evidence);
  const said = toReadText(withoutLeadingDate(plain, evidence));
  const own = checkCriticalTokens(said, texts, options);
  const unrelated = checkRelevance(said, texts, () => besideOf(options));
  const drift = placeDrift(findDrift(said, evidence), said, plain, evidence);
  const mixed = evidence.length > 1 ? compareCitations(said, evidence.map(citedText)) : null;
  if (
    headText === null &&
    unrelated === null &&
    mixed === null &&
    drift.length === 0 &&
    evidence.every(({ claim }) => (claim.assertion ?? 'asserted') === 'asserted')
  )
    return own;
  const found: TokenDisagreement[] = [...own.disagreements];
  if (unrelated !== null) found.push(unrelated);
  if (mixed !== null) found.push(mixed);
  found.push(...drift);
  if (headText !== null) {
    found.push(
      ...checkCriticalTokens(headText, texts, options).disagreements.filter(({ kind }) => kind !== 'name'),
    );
  }
  // One that can carry the statement is enough; two questions are no more than one.
  const [first] = evidence;
  const carries = ({ claim, text }: Grounds): boolean =>
    claim.assertion === 'code'
      ? codeCarries(said, text, besideOf(surroundings([{ claim }])))
      : saysAssertion(said, claim.assertion ?? 'asserted');
  if (first !== undefined && !evidence.some(carries)) {
    const evidenceToken = first.claim.assertion ?? 'asserted';
    found.push({ kind: 'assertion', statementToken: '', evidenceToken, decisive: true });
  }
  return { ok: !found.some(({ decisive }) => decisive), disagreements: found };
}

/**
 * Of several citations of one statement, those that are about something else: none of the statement's content words stands in their span
 * or around it, while another one has some.
 */
export function unrelatedCitations(plain: string, evidence: readonly Grounds[]): readonly Grounds[] {
  if (evidence.length < 2) return [];
  const unrelated = evidence.filter(
    (each) => checkRelevance(plain, [each.text], () => besideOf(surroundings([each])))?.decisive === true,
  );
  return unrelated.length === evidence.length ? [] : unrelated;
}

/** What of a statement (as in the answer, markers counted from its start) its evidence does not carry. */
export function supportOf(
  raw: string,
  markers: readonly CarryingMarker[],
  evidence: readonly Grounds[],
  isRow: boolean,
): ClauseSupport {
  const beside = () =>
    besideOf(surroundings(evidence)) + evidence.map(({ claim }) => `\n${claim.notePath}`).join('');
  return clauseSupport(
    raw,
    markers,
    evidence.map(({ text }) => text),
    beside,
    isRow,
  );
}

/** True where a heading, lead-in or table's head asserts nothing beyond what verified under it. */
export function isLabelOf(plain: string, grounds: readonly Grounds[]): boolean {
  return fitsLabel(plain, [...grounds.map(({ text }) => text), besideOf(surroundings(grounds))]);
}

/** What critical tokens a heading or lead-in holds: `none`, only `names`, or some that need `support` as any statement does. */
export function guardStructure(plain: string): 'none' | 'names' | 'support' {
  const { disagreements } = checkCriticalTokens(toReadText(plain), '');
  if (disagreements.some(({ kind }) => kind !== 'name')) return 'support';
  return disagreements.length > 0 || readCode(plain).length > 0 ? 'names' : 'none';
}

/** True where the names in a heading or lead-in are known to what verified under it. */
export function namesAgree(plain: string, grounds: readonly Grounds[]): boolean {
  const texts = grounds.map(({ text }) => text);
  return checkCriticalTokens(plain, texts, surroundings(grounds)).disagreements.every(
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

/** Cited texts as the drift check reads them: one that many statements cite is read once. */
const driftEvidence = new WeakMap<Grounds, DriftEvidence>();

/** Longer ones are no near-copies of a sentence. */
const LONGEST_STATEMENT = 14_400;

function findDrift(said: string, evidence: readonly Grounds[]): readonly TokenDisagreement[] {
  const core = withoutStop(said);
  if (evidence.some(({ text }) => text.length <= core.length + 2 && withoutStop(text) === core)) return [];
  if (said.length > LONGEST_STATEMENT) return [];
  if (evidence.length === 1 && evidence[0] !== undefined && !mayDrift(said, evidence[0].text)) return [];
  return checkDrift(
    said,
    evidence.map((grounds) => {
      const known = driftEvidence.get(grounds);
      if (known !== undefined) return known;
      const read = prepareDriftEvidence(grounds.text);
      driftEvidence.set(grounds, read);
      return read;
    }),
  );
}

/** Ranges in the text that was compared, as ranges in the statement. */
function placeDrift(
  found: readonly TokenDisagreement[],
  said: string,
  plain: string,
  evidence: readonly Grounds[],
): readonly TokenDisagreement[] {
  if (found.length === 0 || said === plain) return found;
  return placeDisagreements(found, said, { text: plain, markers: [] }, evidence[0]?.text ?? '');
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

function citedText(grounds: Grounds): CitedText {
  return { text: grounds.text, beside: besideOf(surroundings([grounds])) };
}

/** The surroundings as one text. */
function besideOf({ claim, noteTitle, headingPath }: CriticalTokenOptions): string {
  return [claim?.subject, claim?.predicate, claim?.object, noteTitle, ...(headingPath ?? [])]
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** What stands around the spans counts as evidence: subject, predicate and object, title and headings of every claim cited. */
function surroundings(evidence: readonly { readonly claim: CitableClaim }[]): CriticalTokenOptions {
  const [first, ...others] = evidence.map(({ claim }) => claim);
  if (first === undefined) return {};
  const { subject, predicate, object, noteTitle, headingPath } = first;
  if (others.length === 0) return { claim: first, noteTitle, headingPath };
  const more = others.flatMap((claim) => [
    claim.subject,
    claim.predicate,
    claim.object,
    claim.noteTitle,
    ...(claim.headingPath ?? []),
  ]);
  return {
    claim: { subject, predicate, object },
    noteTitle,
    headingPath: [...(headingPath ?? []), ...more.filter((text) => typeof text === 'string')],
  };
}
