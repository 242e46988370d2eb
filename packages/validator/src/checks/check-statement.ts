import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Check, CheckStatus, WordDifference, Wording } from '../contract/verification-report.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { readValidity } from '../evidence/read-validity.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { LineAbove } from '../statements/blocks/lines-above.ts';
import type { MarkerId, MarkerRange } from '../statements/parse-citations.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { Rider } from './find-riders.ts';
import type { HeldStatement } from './hold-statement.ts';
import type { HeldWithoutRiders } from './hold-without-riders.ts';
import type { AbsentQuote, StatementHolder } from './statement-holder.ts';

/** A check without its statement index and offset, which are added to the report later. */
export type OpenCheck = { -readonly [K in keyof Check]: Check[K] };

/** The position of a check's marker. */
export interface MarkerPlace {
  readonly marker: MarkerRange;
  /** True if the marker is before any text, so that it follows no statement. */
  readonly leading: boolean;
  readonly at: number | undefined;
}

/** The result of provenance, figures and alignment for one statement. No judgement is involved. */
export interface CheckedStatement {
  readonly unit: StatementUnit;
  /** The text without markers and without what was cut. */
  readonly plain: string;
  /** Parts without support that were attached to the cited text. Each becomes a separate statement. */
  readonly cuts: readonly Rider[];
  readonly checks: readonly OpenCheck[];
  /** One per check. */
  readonly places: readonly MarkerPlace[];
  /** True if no marker follows the statement. */
  readonly uncited: boolean;
  /** `verified` if provenance and figures hold. */
  readonly status: CheckStatus | 'uncited';
  readonly wording: Wording;
  readonly differences: readonly WordDifference[];
  /** The lines of the answer that introduce it, outermost first, the head of its table included. */
  readonly above: readonly LineAbove[];
  /** The line above it that its note does not have there, if it is the only difference; else `''`. */
  readonly lineAbove: string;
  /** The places that support it, for a judge and for the headings above it. */
  readonly cited: readonly CitedPlace[];
  /** Why it is refused, as a whole sentence; `''` if it is not. */
  readonly fault: string;
  /** The result if no judge has a verdict; `null` if it is the same. */
  readonly unjudged: CheckedStatement | null;
}

type Intact = Evidence & { readonly state: 'intact' };

interface CitedId extends MarkerPlace, Pick<MarkerId, 'claimId' | 'malformed' | 'quote'> {
  readonly evidence: Evidence | undefined;
}

/**
 * Decides the status of every citation of a statement, in the order of the contract, and classifies its wording. `headText` is the head of a row's table:
 * its figures must be in the evidence of each row.
 */
export function checkStatement(
  unit: StatementUnit,
  plain: string,
  headText: string | null,
  above: readonly LineAbove[],
  evidenceById: ReadonlyMap<string, Evidence>,
  settings: VerificationSettings,
  holder: StatementHolder,
): CheckedStatement {
  const cited = citationsOf(unit, evidenceById);
  const placeOf = new Map<CitedId, CitedPlace | AbsentQuote>();
  for (const each of cited) {
    const { evidence, leading, claimId, quote } = each;
    if (leading || evidence?.state !== 'intact' || !isAllowed(claimId, settings)) continue;
    placeOf.set(each, holder.place(evidence, quote));
  }
  const standing = [...placeOf].flatMap(([each, place]) => ('absent' in place ? [] : [{ each, place }]));
  const current = standing.filter(
    ({ each }) => readValidity((each.evidence as Intact).claim, settings, plain) === null,
  );
  const carrying = current.length > 0 ? current : standing;
  const places = uniqueOf(carrying.map(({ place }) => place));
  const markerPlaces = unit.markers.map((marker) =>
    carrying.flatMap(({ each, place }) => (each.marker === marker ? [place] : [])),
  );
  const input = { unit, plain, headText, above, places, markerPlaces, settings };
  const toStatement = (held: HeldWithoutRiders | null): CheckedStatement => {
    const refused = held?.refusal ?? null;
    const checks = cited.map((each) => checkOf(each, placeOf.get(each), held, refused, settings, plain));
    if (held !== null && held.disagreements.length > 0) placeAll(checks, unit, holder);
    const own = checks.filter((_, i) => cited[i]?.leading !== true);
    const uncited = own.length === 0;
    const carries = current.length > 0 && refused === null;
    const fault = own.find(({ status }) => status !== 'verified');
    const status = uncited ? 'uncited' : carries ? 'verified' : (fault?.status ?? 'unverified');
    return {
      unit,
      plain: held?.plain ?? plain,
      cuts: held?.cuts ?? [],
      checks,
      places: cited,
      uncited,
      status,
      wording: held?.wording ?? 'paraphrased',
      differences: held?.differences ?? [],
      above,
      lineAbove: held?.lineAbove ?? '',
      cited: carries ? places : [],
      fault: carries ? '' : uncited ? 'No citation follows it.' : describeFault(fault, held),
      unjudged: held?.unjudged ? toStatement(held.unjudged) : null,
    };
  };
  return toStatement(places.length === 0 ? null : holder.holdWithoutRiders(input));
}

/** Blanks markers, so that no token is found in an id. */
function placeAll(
  checks: readonly OpenCheck[],
  { raw, start, markers }: StatementUnit,
  holder: StatementHolder,
): void {
  let shown = raw;
  for (const marker of markers) {
    const [from, to] = [marker.start - start, marker.end - start];
    if (to > from) shown = shown.slice(0, from) + ' '.repeat(to - from) + shown.slice(to);
  }
  for (const check of checks)
    check.disagreements = holder.placeTokens(check.disagreements, shown, check.sourceText ?? '');
}

function checkOf(
  { claimId, malformed, leading, evidence, quote }: CitedId,
  place: CitedPlace | AbsentQuote | undefined,
  held: HeldStatement | null,
  refused: CheckStatus | null,
  settings: VerificationSettings,
  plain: string,
): OpenCheck {
  const intact = evidence?.state === 'intact' ? evidence : null;
  const absent = place !== undefined && 'absent' in place ? place.absent : null;
  const found = place === undefined || 'absent' in place ? null : place;
  let status: CheckStatus = 'verified';
  let reason = '';
  if (malformed) [status, reason] = ['malformed', 'marker contains no claim id'];
  else if (evidence === undefined || evidence.state === 'missing')
    [status, reason] = ['unverified', 'no claim has this id'];
  else if (evidence.state === 'withheld') [status, reason] = ['redacted', evidence.reason];
  else if (evidence.state === 'gone') [status, reason] = ['unverified', evidence.reason];
  else if (!isAllowed(claimId, settings))
    [status, reason] = ['out_of_context', 'claim is not in the retrieved context'];
  else if (evidence.state !== 'intact') [status, reason] = ['fingerprint_mismatch', evidence.reason];
  else if (absent !== null)
    [status, reason] = ['quote_mismatch', 'the words that the marker quotes are not there'];
  else if (found !== null && refused === 'quote_mismatch')
    [status, reason] = ['quote_mismatch', 'a quotation is not in the cited spans'];
  else if (found !== null && refused === 'token_mismatch')
    [status, reason] = ['token_mismatch', describeKinds(held?.disagreements ?? [])];
  else {
    const invalid = readValidity(evidence.claim, settings, plain);
    if (invalid !== null) [status, reason] = ['superseded', invalid];
    else reason = leading ? 'marker follows no statement' : verifiedReason(evidence);
  }
  const claim = evidence?.state === 'withheld' ? null : evidence?.claim;
  const isQuoted = found !== null && quote !== undefined;
  return {
    claimId,
    status,
    reason,
    relocated: intact?.relocated ?? false,
    notePath: claim?.notePath ?? null,
    span: isQuoted ? found.span() : (intact?.span ?? claim?.span ?? null),
    sourceText: isQuoted ? found.quote : (intact?.text ?? null),
    band: evidence?.claim?.band ?? null,
    quotes: found === null || held === null ? (absent === null ? NOTHING : [absent]) : held.quotes,
    disagreements: found === null || held === null ? NOTHING : held.disagreements,
    statementIndex: null,
    offset: NOWHERE,
  };
}

const NOTHING: readonly never[] = [];
const NOWHERE = { utf16: 0, utf8: 0 };

function citationsOf(unit: StatementUnit, evidenceById: ReadonlyMap<string, Evidence>): CitedId[] {
  return unit.markers.flatMap((marker, i) =>
    marker.ids.map(({ claimId, malformed, at, quote }): CitedId => {
      const evidence = malformed ? undefined : evidenceById.get(claimId);
      return {
        claimId,
        malformed,
        at,
        marker,
        leading: i < unit.leading,
        evidence,
        ...(quote !== undefined && { quote }),
      };
    }),
  );
}

function isAllowed(id: string, { allowed }: VerificationSettings): boolean {
  return allowed === null || allowed.has(id);
}

function uniqueOf(places: readonly CitedPlace[]): CitedPlace[] {
  return [
    ...new Map(
      places.map((place) => [`${place.claim.notePath}\n${place.range.start}-${place.range.end}`, place]),
    ).values(),
  ];
}

function verifiedReason({ relocated, claim }: Intact): string {
  const reason = relocated ? 'span has moved inside its note' : 'bytes of the span are intact';
  return claim.status === 'stale' || claim.status === 'contested'
    ? `${reason}; claim is ${claim.status}`
    : reason;
}

function describeKinds(disagreements: readonly TokenDisagreement[]): string {
  const kinds = new Set(disagreements.filter(({ decisive }) => decisive).map(({ kind }) => kind));
  return `statement and evidence disagree on: ${[...kinds].join(', ')}`;
}

/** Describes why a statement is refused, without text of a secret note. */
function describeFault(fault: OpenCheck | undefined, held: HeldStatement | null): string {
  switch (fault?.status) {
    case 'malformed':
      return 'Its marker names nothing that could be cited.';
    case 'redacted':
      return 'It cites what this reader may not see.';
    case 'out_of_context':
      return 'It cites a claim that was not shown for this answer.';
    case 'fingerprint_mismatch':
      return 'The words that it cites have changed in the note since.';
    case 'superseded':
      return `What it cites is out of date: ${fault.reason}.`;
    case 'quote_mismatch': {
      const quote = [...(held?.quotes ?? []), ...fault.quotes].find(({ grounded }) => !grounded);
      return quote === undefined
        ? 'Its quotation is not in the note.'
        : quote.nearest === undefined || held?.isSecret === true || fault.band === 'secret'
          ? `“${quote.text}” is not in the cited note.`
          : `“${quote.text}” is not in the cited note; the nearest there is “${quote.nearest.quote}”.`;
    }
    case 'token_mismatch': {
      const [first] = (held?.disagreements ?? []).filter(({ decisive }) => decisive);
      if (first === undefined) return 'One of its figures is not in the cited note.';
      const { kind, statementToken: said, evidenceToken: known } = first;
      if (kind === 'comparator') return `It bounds “${said}” differently from the cited note.`;
      return known === null || held?.isSecret === true
        ? `It says “${said}”, which the cited note does not.`
        : `It says “${said}” where the cited note says “${known}”.`;
    }
    default:
      return 'Nothing that it cites was found.';
  }
}
