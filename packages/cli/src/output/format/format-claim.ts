import { REDACTED } from '@memora/engine/json';
import { spellTreacherous } from '@memora/language/text';

/** The parts of a claim in its one-line form. */
interface ShownClaim {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  readonly band: string;
}

/** In code points: longer sentences are cut in a list of claims. */
const LONGEST = 100;

/**
 * `subject · predicate · object` on one line, or its `sentence` if there is no object to show. A secret claim
 * is redacted unless it is revealed.
 */
export function formatTriple(
  claim: ShownClaim,
  options: { readonly reveal?: boolean; readonly sentence?: string | null } = {},
): string {
  if (claim.band === 'secret' && options.reveal !== true) return `${REDACTED} (secret)`;
  if (claim.object === null && options.sentence) return toShortLine(options.sentence, LONGEST);
  const parts =
    claim.object === null ? [claim.subject, claim.predicate] : [claim.subject, claim.predicate, claim.object];
  return parts.map(toOneLine).join(' · ');
}

/** A text on one line, with its control characters spelt out: a note must not control the terminal that shows it. */
export function toOneLine(text: string): string {
  return spellTreacherous(text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ')).trim();
}

/** As {@link toOneLine}, cut to `longest` code points; the last one is an ellipsis. */
export function toShortLine(text: string, longest: number): string {
  const line = toOneLine(text);
  if (line.length <= longest) return line;
  const points = [...line];
  return points.length <= longest
    ? line
    : `${points
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** As {@link toOneLine}, but line breaks and tabs stay. A Windows line break counts as one. */
export function toPrintable(text: string): string {
  return spellTreacherous(
    text.replaceAll('\r\n', '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, '\ufffd'),
  );
}
