import { type Band, type ClaimId, strictestBand, type WireText } from '@memora/core';
import { joinWire, toWireText, wire } from '@memora/privacy';
import type { CheckStatus, VerificationReport } from '@memora/validator';
import type { Evidence } from '../evidence/evidence.ts';

/** What a model may be told of its own draft. */
export interface RefusalOptions {
  readonly place: 'loopback' | 'cloud-model';
  /** The claims that verify now and that the model is shown again. */
  readonly standing: readonly Evidence[];
  /** False where a claim that the draft was written from has become secret since: its words are not repeated. */
  readonly repeats: boolean;
}

/** More than these are one misunderstanding. */
const MOST = 8;
const LONGEST = 300;

/**
 * Which statements of a draft were refused, and why, for the model that wrote it: its own words, the status, and where its words and the
 * claim's disagree. Null where nothing was refused that another draft could repair.
 */
export function describeRefused(report: VerificationReport, options: RefusalOptions): WireText | null {
  const lines = report.statements
    .filter(({ kind, supported }) => kind === 'claim' && !supported)
    .slice(0, MOST)
    .flatMap(({ text, checks }) => {
      const line = toLine(
        text,
        checks.flatMap((i) => report.checks[i] ?? []),
        options,
      );
      return line === null ? [] : [line];
    });
  return lines.length === 0 ? null : joinWire(lines, '\n');
}

function toLine(
  text: string,
  checks: VerificationReport['checks'],
  { place, standing, repeats }: RefusalOptions,
): WireText | null {
  const bandById = new Map<string, Band>(standing.map(({ claim }) => [claim.id, claim.band]));
  const failed = checks.filter(({ status }) => status !== 'verified');
  // A verdict on what a model can't see would let it try guesses.
  if (failed.some(({ claimId, band }) => isHidden(bandById.get(claimId) ?? band, place))) return null;
  const reasons = failed.map(({ claimId, status, disagreements }) => {
    const shown = bandById.has(claimId) ? disagreements.map(toWords) : [];
    return [WHY[status] ?? status, ...new Set(shown)].join('; ');
  });
  const why = reasons.length === 0 ? 'no marker of a claim' : [...new Set(reasons)].join('; ');
  const said = repeats ? text.replace(/\s+/gu, ' ').trim().slice(0, LONGEST) : idsOf(checks);
  const band = [...bandById.values()].reduce<Band>(
    (all, each) => (isHidden(each, place) ? all : strictestBand(all, each)),
    'private',
  );
  return toWireText({ text: `- ${said} => ${why}`, band }, place);
}

function isHidden(band: Band | null, place: RefusalOptions['place']): boolean {
  return band === 'secret' && place === 'cloud-model';
}

function idsOf(checks: VerificationReport['checks']): string {
  const ids = checks.map(({ claimId }) => `[claim:${claimId}]` as `[claim:${ClaimId}]`);
  return `the sentence with ${ids.length === 0 ? 'no marker' : ids.join(' ')}`;
}

function toWords({
  kind,
  statementToken,
  evidenceToken,
}: VerificationReport['checks'][number]['disagreements'][number]): string {
  const said = statementToken === null ? 'leaves something out' : `says ${JSON.stringify(statementToken)}`;
  return `${kind}: it ${said}${evidenceToken === null ? '' : `, the claim says ${JSON.stringify(evidenceToken)}`}`;
}

const WHY: Partial<Record<CheckStatus, string>> = {
  malformed: 'the marker is no claim id',
  unverified: 'there is no such claim',
  out_of_context: 'that claim was not given',
  fingerprint_mismatch: 'the note has changed since',
  quote_mismatch: 'the quotation is not in the claim word for word',
  token_mismatch: 'it does not say what the claim says',
  superseded: 'that claim does not hold any more',
};

/** What stands above the refused statements in a prompt. */
export const REFUSED_LEAD: WireText = wire`Your last draft was checked against the notes. These sentences of it were refused, with the reason behind "=>". They are no source. Write the whole answer again from the claims above: mend them or leave them out.`;
