import type { Detection } from '../create-detector.ts';
import type { Finding } from '../finding.ts';
import { findLabelledRanges } from '../markdown/find-secret-ranges.ts';
import { mergeSpans } from '../merge-spans.ts';
import { findCredentials } from './find-credentials.ts';

const KINDS: ReadonlySet<string> = new Set(['token', 'private-key', 'password']);

/** A text without its credentials. */
export interface HiddenCredentials {
  /** With `[AWS access key, hidden]` in place of each. */
  readonly text: string;
  /** The kinds of hidden credentials, each once: `AWS access key`. */
  readonly hidden: readonly string[];
}

const LABELLED = { kind: 'password', dataClass: 'restricted', reason: 'a value below its label' } as const;

/** Replaces each credential of a text (a key, a token, a password) with its kind, also below a heading or a label. Never throws; credentials that no rule knows stay. */
export function hideCredentials(text: string): HiddenCredentials {
  const labelled = findLabelledRanges(text, { detect: detectCredentials });
  const findings = [...findCredentials(text), ...labelled.map((range) => ({ ...LABELLED, ...range }))];
  let hidden = '';
  let at = 0;
  for (const { start, end } of mergeSpans(findings)) {
    hidden += `${text.slice(at, start)}${placeholderAt(start, end, findings)}`;
    at = end;
  }
  return { text: hidden + text.slice(at), hidden: [...new Set(findings.map(nameOf))] };
}

function detectCredentials(text: string): Detection {
  const findings = [...findCredentials(text)];
  const band = findings.length > 0 ? 'secret' : 'public';
  const dataClass = findings.length > 0 ? 'restricted' : 'none';
  return { findings, dataClass, suggestedBand: band, band, spans: mergeSpans(findings), failed: false };
}

/** The replacement for a span that a detector found: its kind if it is a credential, otherwise null. */
export function placeholderFor(
  { findings }: Pick<Detection, 'findings'>,
  { start, end }: { readonly start: number; readonly end: number },
): string | null {
  const credentials = findings.filter(({ kind }) => KINDS.has(kind));
  return credentials.some((each) => each.start < end && start < each.end)
    ? placeholderAt(start, end, credentials)
    : null;
}

function placeholderAt(start: number, end: number, findings: readonly Finding[]): string {
  const inside = findings.filter((each) => each.start < end && start < each.end);
  return `[${[...new Set(inside.map(nameOf))].join(', ')}, hidden]`;
}

/** `AWS access key`, from the rule that found it. */
function nameOf({ kind, reason }: Finding): string {
  return kind === 'token' ? reason.slice(reason.indexOf(' ') + 1) : kind.replace('-', ' ');
}
