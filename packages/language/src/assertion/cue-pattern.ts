import { fromWords } from '../scripts/script-words.ts';
import type { Cue } from './cues.ts';

/** Cues that count only in some contexts. */
const CLOSER: Readonly<Record<string, string>> = {
  // The month.
  may: '(?<!(?:in|since|from|until|of|by|for|on|\\d|this|last|next|early|mid|late) )may(?! \\d)',
};
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const LETTER = '[\\p{L}\\p{M}]';

/**
 * One pattern for cues, as whole words of their script; `start` anchors them at the beginning of a text. Compiled on first use: a case-insensitive class of all
 * letters is slow to compile, and most processes need none.
 */
export function cuePattern(choose: () => readonly Cue[], start = false): () => RegExp {
  return fromWords(() => makePattern(choose(), start));
}

function makePattern(cues: readonly Cue[], start: boolean): RegExp {
  const spaced = patternsOf(cues.filter(({ text }) => !UNSPACED.test(text)).map(({ text }) => text));
  const unspaced = cues.filter(({ text }) => UNSPACED.test(text)).map(({ text }) => text);
  const open = start ? '^[¡¿"“«]?' : '';
  const words = spaced.length === 0 ? [] : [`${open}(?:${spaced.join('|')})(?!${LETTER})`];
  const runs = unspaced.length === 0 ? [] : [`${open}(?:${unspaced.join('|')})`];
  return new RegExp([...words, ...runs].join('|') || '(?!)', 'iu');
}

/** Adjacent cues that begin a word share its lookbehind. The order stays, because the first match is used. */
function patternsOf(texts: readonly string[]): readonly string[] {
  const groups: { readonly begins: boolean; readonly texts: string[] }[] = [];
  for (const text of texts) {
    const begins = !text.startsWith('*');
    const last = groups.at(-1);
    if (last?.begins === begins) last.texts.push(patternOf(text));
    else groups.push({ begins, texts: [patternOf(text)] });
  }
  return groups.map(({ begins, texts }) =>
    begins ? `(?<!${LETTER})(?:${texts.join('|')})` : texts.join('|'),
  );
}

function patternOf(text: string): string {
  return (
    CLOSER[text] ??
    text.replace(/^\*/u, '').replaceAll('*', `${LETTER}*`).replaceAll('…', '.*').replaceAll(' ', '\\s+')
  );
}
