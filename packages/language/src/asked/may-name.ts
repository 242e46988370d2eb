import { STOP_WORDS } from '../stems/stop-words.ts';

let leading: ReadonlySet<string> | null = null;

/** Words that begin a sentence in capitals without being a name. */
function leadingWords(): ReadonlySet<string> {
  leading ??= new Set(Object.values(STOP_WORDS).flatMap((words) => words.split(' ')));
  return leading;
}

/**
 * True where a text may name somebody: a word in capitals that is no article, pronoun or the like, at the beginning of a sentence too. Text without any
 * capital may always: people write `ida leads the project`, and many scripts have none.
 */
export function mayName(text: string): boolean {
  if (!/\p{Lu}/u.test(text)) return /\p{L}/u.test(text);
  for (const [word] of text.matchAll(/(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]*/gu))
    if (!leadingWords().has(word.toLowerCase())) return true;
  return false;
}
