import type { Cue } from './cues.ts';

/** Cues that count only in some surroundings. */
const CLOSER: Readonly<Record<string, string>> = {
  // The month.
  may: '(?<!(?:in|since|from|until|of|by|for|on|\\d|this|last|next|early|mid|late) )may(?! \\d)',
};
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const LETTER = '[\\p{L}\\p{M}]';

/** One pattern for cues, whole words of their script; `start` ties them to the beginning of a text. */
export function cuePattern(cues: readonly Cue[], start = false): RegExp {
  const spaced = cues.filter(({ text }) => !UNSPACED.test(text)).map(({ text }) => patternOf(text));
  const unspaced = cues.filter(({ text }) => UNSPACED.test(text)).map(({ text }) => text);
  const open = start ? '^[¡¿"“«]?' : '';
  const words = spaced.length === 0 ? [] : [`${open}(?:${spaced.join('|')})(?!${LETTER})`];
  const runs = unspaced.length === 0 ? [] : [`${open}(?:${unspaced.join('|')})`];
  return new RegExp([...words, ...runs].join('|') || '(?!)', 'iu');
}

function patternOf(text: string): string {
  const closer = CLOSER[text];
  if (closer !== undefined) return `(?<!${LETTER})${closer}`;
  const inner = text
    .replace(/^\*/u, '')
    .replaceAll('*', `${LETTER}*`)
    .replaceAll('…', '.*')
    .replaceAll(' ', '\\s+');
  return text.startsWith('*') ? inner : `(?<!${LETTER})${inner}`;
}
