import type { TextRange } from '@memora/language/sentences';
import type { CutText } from '../clauses/cut-ranges.ts';
import type { CriticalTokenReport, TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Check, CheckStatus } from '../contract/verification-report.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { readValidity } from '../evidence/read-validity.ts';
import type { CitedSpan } from '../reading/cited-reading.ts';
import { mayQuote } from '../statements/find-quotes.ts';
import type { MarkerId, MarkerRange } from '../statements/parse-citations.ts';
import { plainText } from '../statements/render-markers.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { StatementJudges } from './statement-judges.ts';

/** A check before it has its place in a report: its statement and offset are filled in there. */
export type JudgedCheck = { -readonly [K in keyof Check]: Check[K] };

/** Where the marker of a check stands. */
export interface CitedPlace {
  readonly marker: MarkerRange;
  /** True where the marker stands before any text: it follows no statement. */
  readonly leading: boolean;
  readonly at: number | undefined;
}

/** What the citations of one statement make of it. */
export interface Judgement {
  readonly checks: readonly JudgedCheck[];
  /** One for each check. */
  readonly places: readonly CitedPlace[];
  /** True where at least one verified citation carries the statement. */
  readonly supported: boolean;
  /** True where no marker follows the statement. */
  readonly uncited: boolean;
  /** What verified: the text and the surroundings of the spans, for structure that introduces the statement. */
  readonly grounds: readonly CitedSpan[];
  /** The statement without what its citations do not carry, where something of it goes and the rest stays. */
  readonly kept: CutText | null;
  /** What goes then: UTF-16 ranges from the start of the unit. */
  readonly omitted: readonly TextRange[];
}

type Intact = Evidence & { readonly state: 'intact' };

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
  judges: StatementJudges,
): Judgement {
  const cited = citationsOf(unit, evidenceById);
  const every = new Set<Intact>();
  let allCurrent = true;
  for (const { claimId, leading, evidence } of cited) {
    if (leading) continue;
    if (evidence?.state !== 'intact' || !isAllowed(claimId, settings)) continue;
    every.add(evidence);
    if (readValidity(evidence.claim, settings) !== null) allCurrent = false;
  }
  const all = [...every];
  const current = allCurrent ? all : all.filter(({ claim }) => readValidity(claim, settings) === null);
  const strict = settings.guard === 'strict';
  const keepsToWords = strict && (settings.guardByKind?.unrelated ?? 'strict') === 'strict';
  const unrelated: ReadonlySet<unknown> = new Set(
    all.length > 1 && keepsToWords ? judges.guard.unrelatedCitations(plain, all) : NOTHING,
  );
  const carrying = current.filter((each) => !unrelated.has(each));
  const { carried, omitted, kept } = supportOf(unit, carrying, keepsToWords, settings, judges);
  if (kept !== null) plain = plainText(kept.text, 0, kept.markers);
  const mayHaveQuotes = unit.role !== 'code' && all.length > 0 && mayQuote(plain);
  const quotes = mayHaveQuotes ? judges.checkQuotes(plain, all) : NOTHING;
  const quoted = quotes.every(({ grounded }) => grounded);
  let tokens: CriticalTokenReport | null = null;
  let carries = quoted && current.length > 0;
  if (quoted && all.length > 0 && settings.guard !== 'off') {
    const guard = (evidence: readonly Intact[]) =>
      judges.guard.byKind(judges.guard.guardStatement(plain, headText, evidence), settings.guardByKind);
    tokens = guard(current.length > 0 ? current : all);
    if (!tokens.ok && current.length > 0 && current.length < all.length) {
      const together = guard(all);
      // Only together with a claim that no longer holds: each citation is right, the statement is not carried.
      if (together.ok) tokens = together;
      if (strict) carries = false;
    }
    if (!carried) tokens = { ok: false, disagreements: [...tokens.disagreements, UNRELATED] };
    if (!tokens.ok && strict) carries = false;
  }
  const disagree = tokens !== null && !tokens.ok && strict ? describe(tokens) : null;
  let supported = false;
  let uncited = true;
  const checks: JudgedCheck[] = [];
  for (const { claimId, malformed, leading, evidence } of cited) {
    const held = evidence?.state === 'intact' ? evidence : null;
    const own = !leading && held !== null && every.has(held);
    const isStray = unrelated.has(held);
    let status: CheckStatus = 'verified';
    let reason = '';
    if (malformed) [status, reason] = ['malformed', 'marker holds no claim id'];
    else if (evidence === undefined || evidence.state === 'missing')
      [status, reason] = ['unverified', 'no claim has this id'];
    else if (evidence.state === 'withheld') [status, reason] = ['redacted', evidence.reason];
    else if (evidence.state === 'gone') [status, reason] = ['unverified', evidence.reason];
    else if (!isAllowed(claimId, settings))
      [status, reason] = ['out_of_context', 'claim is not in the retrieved context'];
    else if (evidence.state !== 'intact') [status, reason] = ['fingerprint_mismatch', evidence.reason];
    else if (own && !quoted)
      [status, reason] = ['quote_mismatch', 'a quotation does not stand in the cited spans'];
    else if (own && disagree !== null) [status, reason] = ['token_mismatch', disagree];
    else if (own && isStray)
      [status, reason] = ['token_mismatch', 'statement and evidence disagree on: unrelated'];
    else {
      const invalid = readValidity(evidence.claim, settings);
      if (invalid !== null) [status, reason] = ['superseded', invalid];
      else reason = leading ? 'marker follows no statement' : verifiedReason(evidence);
    }
    if (!leading) {
      uncited = false;
      if (status === 'verified' && carries) supported = true;
    }
    const place = evidence?.state === 'withheld' ? null : evidence?.claim;
    checks.push({
      claimId,
      status,
      reason,
      relocated: held?.relocated ?? false,
      legacy: held?.legacy ?? false,
      notePath: place?.notePath ?? null,
      span: held?.span ?? place?.span ?? null,
      sourceText: held?.text ?? null,
      band: evidence?.claim?.band ?? null,
      quotes: own ? quotes : NOTHING,
      disagreements:
        own && tokens !== null ? [...tokens.disagreements, ...(isStray ? [UNRELATED] : NOTHING)] : NOTHING,
      statementIndex: null,
      offset: NOWHERE,
    });
  }
  // A citation that goes from the statement holds no heading over it either.
  const grounds = supported ? carrying : NOTHING;
  const isCut = supported && kept !== null;
  if (tokens !== null && tokens.disagreements.length > 0)
    judges.guard.placeChecks(checks, plain, unit, isCut ? kept : null);
  return {
    checks,
    places: cited,
    supported,
    uncited,
    grounds,
    kept: isCut ? kept : null,
    omitted: isCut ? omitted : NOTHING,
  };
}

/** What of a statement goes because no citation carries it; nothing where what is not cited may stay. */
function supportOf(
  { raw, start, role, markers, leading }: StatementUnit,
  current: readonly Intact[],
  keepsToWords: boolean,
  { uncited }: VerificationSettings,
  judges: StatementJudges,
): { carried: boolean; omitted: readonly TextRange[]; kept: CutText | null } {
  if (!keepsToWords || role === 'code' || current.length === 0) return WHOLE;
  const carried = new Map(current.map((each) => [each.claim.id, each]));
  const own = markers.map(({ start: from, end, ids, write }, i) => {
    const cites = i < leading ? NOTHING : ids.flatMap(({ claimId }) => carried.get(claimId) ?? NOTHING);
    const moved = { start: from - start, end: end - start, ids, cites, carries: cites.length > 0 };
    return write === undefined ? moved : { ...moved, write };
  });
  const { riders, embedded, supported } = judges.guard.supportOf(raw, own, current, role === 'row');
  const omitted = riders.length + embedded.length === 0 ? NOTHING : [...riders, ...embedded];
  if (uncited === 'keep' || omitted.length === 0)
    return { carried: supported && riders.length === 0, omitted: NOTHING, kept: null };
  return { carried: supported, omitted, kept: judges.guard.cutRanges(raw, own, omitted) };
}

const UNRELATED: TokenDisagreement = {
  kind: 'unrelated',
  statementToken: '',
  evidenceToken: null,
  decisive: true,
};
const NOTHING: readonly never[] = [];
const WHOLE = { carried: true, omitted: NOTHING, kept: null };
const NOWHERE = { utf16: 0, utf8: 0 };

type CitedId = CitedPlace &
  Pick<MarkerId, 'claimId' | 'malformed'> & { readonly evidence: Evidence | undefined };

function citationsOf(unit: StatementUnit, evidenceById: ReadonlyMap<string, Evidence>): CitedId[] {
  const cited: CitedId[] = [];
  for (let i = 0; i < unit.markers.length; i++) {
    const marker = unit.markers[i] as MarkerRange;
    const leading = i < unit.leading;
    for (const { claimId, malformed, at } of marker.ids) {
      const evidence = malformed ? undefined : evidenceById.get(claimId);
      cited.push({ claimId, malformed, at, marker, leading, evidence });
    }
  }
  return cited;
}

function isAllowed(id: string, { allowed }: VerificationSettings): boolean {
  return allowed === null || allowed.has(id);
}

function verifiedReason({ relocated, claim }: Intact): string {
  const reason = relocated ? 'span has moved inside its note' : 'bytes of the span are intact';
  return claim.status === 'stale' || claim.status === 'contested'
    ? `${reason}; claim is ${claim.status}`
    : reason;
}

function describe({ disagreements }: CriticalTokenReport): string {
  const kinds = new Set(disagreements.filter(({ decisive }) => decisive).map(({ kind }) => kind));
  return `statement and evidence disagree on: ${[...kinds].join(', ')}`;
}
