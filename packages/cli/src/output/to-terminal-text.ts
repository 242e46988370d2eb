import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { spellTreacherous } from '@memora/language/text';
import type { Style } from './create-output.ts';

let ours: string | undefined;

/**
 * Stands for the escape character of our own styles; no note can hold it, because it is another one in every process. Made for the
 * first style: what makes it takes longer to load than a command to start.
 */
function ownEscape(): string {
  ours ??= `\u0001${randomBytes(9).toString('base64url')}\u0001`;
  return ours;
}

/** A text in a style; what the text itself would do to the terminal is spelt out. Becomes visible with {@link toTerminalText}. */
export function toStyled(style: Style | readonly Style[], text: string): string {
  const [before = '', after = ''] = styleText(style as Style[], '\0', { validateStream: false }).split('\0');
  return before.replaceAll('\u001b', ownEscape) + text + after.replaceAll('\u001b', ownEscape);
}

/** A text for a terminal: nothing in it is obeyed but our own styles. Line breaks and tabs stay. */
export function toTerminalText(text: string): string {
  // Where nothing was styled yet, nothing of a text is ours.
  const parts = ours === undefined ? [text] : text.split(ours);
  return parts
    .map((part) => spellTreacherous(part).replace(/[\v\f\u2028\u2029]|\r(?!\n)/gu, ' '))
    .join('\u001b');
}
