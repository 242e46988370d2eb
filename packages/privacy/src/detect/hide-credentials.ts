import type { Detection } from './create-detector.ts';
import { findCredentials } from './find-credentials.ts';
import type { Finding } from './finding.ts';
import { mergeSpans } from './merge-spans.ts';

const KINDS: ReadonlySet<string> = new Set(['token', 'private-key', 'password']);

/** A text without its credentials. */
export interface HiddenCredentials {
  /** With `[AWS access key, hidden]` in the place of each. */
  readonly text: string;
  /** What was hidden, each kind once: `AWS access key`. */
  readonly hidden: readonly string[];
}

/** Puts what it is in the place of each credential of a text: a key, a token, a password. Throws nothing; what no rule knows stays. */
export function hideCredentials(text: string): HiddenCredentials {
  const findings = [...findCredentials(text)];
  let hidden = '';
  let at = 0;
  for (const { start, end } of mergeSpans(findings)) {
    hidden += `${text.slice(at, start)}${placeholderAt(start, end, findings)}`;
    at = end;
  }
  return { text: hidden + text.slice(at), hidden: [...new Set(findings.map(nameOf))] };
}

/** What to write in the place of a span that a detector found: what it is where it is a credential, else null. */
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

/** `AWS access key`, by the rule that found it. */
function nameOf({ kind, reason }: Finding): string {
  return kind === 'token' ? reason.slice(reason.indexOf(' ') + 1) : kind.replace('-', ' ');
}
