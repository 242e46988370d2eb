import { alignQuote } from './align/align-quote.ts';
import type { CitableClaim } from './citable-claim.ts';
import { findQuotes } from './find-quotes.ts';
import type { Evidence } from './inspect-span.ts';
import type { MarkerRange } from './parse-citations.ts';
import { readValidity } from './read-validity.ts';
import { saysAssertion } from './says-assertion.ts';
import type { StatementUnit } from './statement-unit.ts';
import { type CriticalTokenOptions, checkCriticalTokens } from './tokens/check-critical-tokens.ts';
import type { CriticalTokenReport, TokenDisagreement } from './tokens/critical-token-report.ts';
import type { VerificationSettings } from './verification-options.ts';
import type { Check, CheckStatus, QuoteCheck } from './verification-report.ts';

/** A check before it has its place in a report. */
export type JudgedCheck = Omit<Check, 'statementIndex' | 'offset'> & {
  readonly marker: MarkerRange;
  /** True where the marker stands before any text: it follows no statement. */
  readonly leading: boolean;
  readonly at: number | undefined;
};

/** What the citations of one statement make of it. */
export interface Judgement {
  readonly checks: readonly JudgedCheck[];
  /** True where at least one verified citation carries the statement. */
  readonly supported: boolean;
  /** True where no marker follows the statement. */
  readonly uncited: boolean;
  /** What verified: the text and the surroundings of the spans, for structure that introduces the statement. */
  readonly grounds: readonly Grounds[];
}

type Intact = Evidence & { readonly state: 'intact' };

/** One verified span with its claim. */
export interface Grounds {
  readonly text: string;
  readonly claim: CitableClaim;
}

/**
 * Decides the status of every citation of a statement, in the order of the contract. `headText` is the head of the table a
 * row stands in: its figures have to agree with the evidence of each row.
 */
export function judgeStatement(
  unit: StatementUnit,
  plain: string,
  headText: string | null,
  evidenceById: ReadonlyMap<string, Evidence>,
  settings: VerificationSettings,
): Judgement {
  const cited = citationsOf(unit);
  const intact = new Map<string, Intact>();
  for (const { claimId, malformed, leading } of cited) {
    const evidence = evidenceById.get(claimId);
    if (!malformed && !leading && evidence?.state === 'intact' && isAllowed(claimId, settings))
      intact.set(claimId, evidence);
  }
  const all = [...intact.values()];
  const quotes = unit.role === 'code' || all.length === 0 ? [] : checkQuotes(plain, all);
  const quoted = quotes.every(({ grounded }) => grounded);
  const current = all.filter(({ claim }) => readValidity(claim, settings) === null);
  const guard = (evidence: Intact[]) => checkTokens(plain, headText, evidence, settings);
  let tokens: CriticalTokenReport | null = null;
  let carries = quoted && current.length > 0;
  if (quoted && all.length > 0 && settings.guard !== 'off') {
    tokens = guard(current.length > 0 ? current : all);
    if (!tokens.ok && current.length > 0 && current.length < all.length) {
      const together = guard(all);
      // Only together with a claim that holds no more: each citation is right, the statement is not carried.
      if (together.ok) tokens = together;
      if (settings.guard === 'strict') carries = false;
    }
    if (!tokens.ok && settings.guard === 'strict') carries = false;
  }
  const disagree = tokens !== null && !tokens.ok && settings.guard === 'strict';
  const checks = cited.map(({ claimId, malformed, leading, marker, at }): JudgedCheck => {
    const evidence = evidenceById.get(claimId);
    const held = evidence?.state === 'intact' ? evidence : null;
    const own = intact.has(claimId) && !leading;
    const [status, reason] = decide();
    return {
      claimId,
      status,
      reason: leading && status === 'verified' ? 'marker follows no statement' : reason,
      relocated: held?.relocated ?? false,
      legacy: held?.legacy ?? false,
      notePath: evidence?.claim?.notePath ?? null,
      span: held?.span ?? evidence?.claim?.span ?? null,
      sourceText: held?.text ?? null,
      band: evidence?.claim?.band ?? null,
      quotes: own ? quotes : [],
      disagreements: own ? (tokens?.disagreements ?? []) : [],
      marker,
      leading,
      at,
    };

    function decide(): [CheckStatus, string] {
      if (malformed) return ['malformed', 'marker holds no claim id'];
      if (evidence === undefined || evidence.state === 'missing')
        return ['unverified', 'no claim has this id'];
      if (evidence.state === 'gone') return ['unverified', evidence.reason];
      if (!isAllowed(claimId, settings)) return ['out_of_context', 'claim is not in the retrieved context'];
      if (evidence.state !== 'intact') return ['fingerprint_mismatch', evidence.reason];
      if (own && !quoted) return ['quote_mismatch', 'a quotation does not stand in the cited spans'];
      if (own && disagree) return ['token_mismatch', describe(tokens as CriticalTokenReport)];
      const invalid = readValidity(evidence.claim, settings);
      if (invalid !== null) return ['superseded', invalid];
      return ['verified', verifiedReason(evidence)];
    }
  });
  const supported = carries && checks.some(({ status, leading }) => status === 'verified' && !leading);
  return {
    checks,
    supported,
    uncited: cited.every(({ leading }) => leading),
    grounds: supported ? current.map(({ text, claim }) => ({ text, claim })) : [],
  };
}

function citationsOf(unit: StatementUnit) {
  return unit.markers.flatMap((marker, i) =>
    marker.ids.map((id) => ({ ...id, marker, leading: i < unit.leading })),
  );
}

function isAllowed(id: string, { allowed }: VerificationSettings): boolean {
  return allowed === null || allowed.has(id);
}

function verifiedReason({ relocated, claim }: Intact): string {
  const notes = [relocated ? 'span has moved inside its note' : 'bytes of the span are intact'];
  if (claim.status === 'stale' || claim.status === 'contested') notes.push(`claim is ${claim.status}`);
  return notes.join('; ');
}

function describe({ disagreements }: CriticalTokenReport): string {
  const kinds = new Set(disagreements.filter(({ decisive }) => decisive).map(({ kind }) => kind));
  return `statement and evidence disagree on: ${[...kinds].join(', ')}`;
}

/** Each quotation has to stand in one of the cited spans, or be the name of a cited note or heading. */
function checkQuotes(plain: string, evidence: readonly Intact[]): QuoteCheck[] {
  return findQuotes(plain).map(({ start, end }) => {
    const text = plain.slice(start, end);
    let best: QuoteCheck = { text, status: 'absent', grounded: false };
    for (const { text: source, claim } of evidence) {
      if ([claim.noteTitle, ...(claim.headingPath ?? [])].includes(text))
        return { text, status: 'identical', grounded: true };
      const { status } = alignQuote(source, text);
      // Several places are all inside the span that the statement cites.
      const grounded = status !== 'edited' && status !== 'absent';
      if (grounded) return { text, status, grounded };
      if (status === 'edited') best = { text, status, grounded };
    }
    return best;
  });
}

function checkTokens(
  plain: string,
  headText: string | null,
  evidence: readonly Intact[],
  settings: VerificationSettings,
): CriticalTokenReport {
  const texts = evidence.map(({ text }) => text);
  const options = surroundings(evidence);
  const { disagreements } = checkCriticalTokens(withoutLeadingDate(plain, evidence), texts, options);
  const found: TokenDisagreement[] = [...disagreements];
  if (headText !== null) {
    found.push(
      ...checkCriticalTokens(headText, texts, options).disagreements.filter(({ kind }) => kind !== 'name'),
    );
  }
  for (const { claim } of evidence) {
    const assertion = claim.assertion ?? 'asserted';
    if (evidence.length === 1 && !saysAssertion(plain, assertion)) {
      found.push({ kind: 'assertion', statementToken: '', evidenceToken: assertion, decisive: true });
    }
  }
  return { ok: !found.some(({ decisive }) => decisive) || settings.guard === 'off', disagreements: found };
}

/** What stands around the spans counts as evidence: subject, predicate and object, title and headings of every claim cited. */
export function surroundings(evidence: readonly { readonly claim: CitableClaim }[]): CriticalTokenOptions {
  const [first, ...others] = evidence.map(({ claim }) => claim);
  if (first === undefined) return {};
  const { subject, predicate, object, noteTitle, headingPath } = first;
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

/**
 * A statement may be dated in front, as in `2026-03-02: The pump runs`, with exactly the date from which a cited claim
 * holds. Only that form: as evidence for figures inside the statement the date would lend its day and year to anything.
 */
function withoutLeadingDate(plain: string, evidence: readonly Intact[]): string {
  const date = /^\s*(\d{4}(?:-\d{2}(?:-\d{2})?)?): /.exec(plain);
  return date !== null && evidence.some(({ claim }) => claim.validFrom === date[1])
    ? plain.slice(date[0].length)
    : plain;
}
