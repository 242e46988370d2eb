import type { WireText } from '@memora/core';
import { joinWire, toWireText, wire } from '@memora/privacy';
import type { Check, VerificationReport } from '@memora/validator';
import type { Misquote } from '../handles/create-citer.ts';

/** The limits on what a model may learn about its own draft. */
interface RefusalOptions {
  readonly place: 'loopback' | 'cloud-model';
  /** The ids that the passages shown again can be cited by. The model learns nothing about other ids. */
  readonly shownIds: ReadonlySet<string>;
  /** Quotations that are in no passage, by the text that replaces the id. */
  readonly misquotes: ReadonlyMap<string, Misquote>;
  /** False if a passage of the draft has become secret since: its words are not repeated. */
  readonly repeats: boolean;
}

/** More refusals than this usually have one common cause. */
const MOST = 8;
const LONGEST = 300;

/**
 * Describes which statements of a draft were refused because of their source or a figure, each with the problem as a sentence, for the model that wrote it.
 * Returns null if another draft could not repair anything.
 */
export function describeRefused(report: VerificationReport, options: RefusalOptions): WireText | null {
  const lines = report.statements
    .filter(({ kind, kept }) => kind === 'claim' && !kept)
    .slice(0, MOST)
    .flatMap(({ text, checks }) => {
      const failed = checks
        .flatMap((i) => report.checks[i] ?? [])
        .filter(({ status }) => status !== 'verified');
      // Stopping the request would tell a remote model which of its guesses at a secret is right.
      if (options.place !== 'loopback' && failed.some(({ band }) => band === 'secret')) return [];
      const said = options.repeats ? `“${withoutMarkers(text)}”` : 'One of its sentences';
      const why = [...new Set(failed.map((check) => sentenceOf(check, options)))];
      const line = `- ${said}: ${why.length === 0 ? 'It has no citation.' : why.join(' ')}`;
      return toWireText({ text: line, band: 'private' }, options.place) ?? [];
    });
  return lines.length === 0 ? null : joinWire(lines, '\n');
}

function withoutMarkers(text: string): string {
  return text
    .replace(/\s*\[claim:[^\]]*\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
}

/**
 * Returns why a citation was refused. A specific reason about passages that the model was not shown would allow guessing, so all of those have the same text.
 */
function sentenceOf(
  { claimId, status, disagreements }: Check,
  { shownIds, misquotes, repeats }: RefusalOptions,
): string {
  const misquote = misquotes.get(claimId);
  if (misquote !== undefined) {
    const { quote, handle, elsewhere } = misquote;
    const said = repeats
      ? `The words “${quote.replace(/\s+/gu, ' ').slice(0, LONGEST)}” do`
      : 'Its quotation does';
    const other = elsewhere === null ? '.' : `, but in passage [${elsewhere}].`;
    return `${said} not occur in passage [${handle}] word for word${other}`;
  }
  if (!shownIds.has(claimId)) return 'It cites a passage that was not given.';
  if (status === 'fingerprint_mismatch') return 'The note that it cites has changed since.';
  if (status === 'superseded') return 'What it cites is no longer valid.';
  if (status === 'quote_mismatch') return 'Its quotation is not in the cited passage word for word.';
  const told = disagreements.flatMap(({ kind, statementToken, evidenceToken }) => {
    if (statementToken === '' || !repeats) return [];
    // Statement and evidence have the same number.
    if (kind === 'comparator') return [`It bounds “${statementToken}” differently from the cited passages.`];
    return [
      `It says “${statementToken}”${evidenceToken === null || evidenceToken === '' ? ', which the cited passages do not say' : `, and the cited passages say “${evidenceToken}”`}.`,
    ];
  });
  return told.length === 0 ? 'The cited passages do not say so.' : [...new Set(told)].join(' ');
}

/** The heading of the refused statements in a prompt. */
export const REFUSED_LEAD: WireText = wire`Your last draft was checked against the notes. These sentences of it were refused, each with the reason. They are not a source. Write the whole answer again from the passages above: correct them or leave them out.`;
