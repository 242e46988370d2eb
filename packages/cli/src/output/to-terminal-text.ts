import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { spellTreacherous } from '@memora/language/text';
import type { Style } from './create-output.ts';

let ours: string | undefined;

/**
 * Stands for the escape character of Memora's own styles. No note can contain it, because it differs in every
 * process. Created for the first style, because its module takes longer to load than a command takes to
 * start.
 */
function ownEscape(): string {
  ours ??= `\u0001${randomBytes(9).toString('base64url')}\u0001`;
  return ours;
}

/** Colours that cannot be read on a white background, and their replacements. */
const ON_LIGHT: Readonly<Partial<Record<Style, Parameters<typeof styleText>[0] & string>>> = {
  yellow: 'magenta',
  cyan: 'blue',
};

/**
 * A text in a style. Control characters in the text are spelt out. Becomes visible with {@link
 * toTerminalText}.
 */
export function toStyled(
  style: Style | readonly Style[],
  text: string,
  theme: 'light' | 'dark' = 'dark',
): string {
  const styles = [style].flat().map((each) => (theme === 'light' ? (ON_LIGHT[each] ?? each) : each));
  const [before = '', after = ''] = styleText(styles as Style[], '\0', { validateStream: false }).split('\0');
  return before.replaceAll('\u001b', ownEscape) + text + after.replaceAll('\u001b', ownEscape);
}

/** A text that opens a file at a line if the terminal supports it (OSC 8). Becomes a link with {@link toTerminalText}. */
export function toLinked(text: string, file: string, line: number): string {
  const start = ownEscape();
  const link = (target: string) => `${start}]8;;${target}${start}\\`;
  return `${link(`${pathToFileURL(file).href}#${line}`)}${text}${link('')}`;
}

/** Prepares a text for a terminal: only Memora's own styles in it take effect. Line breaks and tabs stay. */
export function toTerminalText(text: string): string {
  // No style has been created yet, so the text contains none of Memora's.
  const parts = ours === undefined ? [text] : text.split(ours);
  return parts
    .map((part) => spellTreacherous(part).replace(/[\v\f\u2028\u2029]|\r(?!\n)/gu, ' '))
    .join('\u001b');
}
