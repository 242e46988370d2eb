import { type UnspacedClasses, unspacedWords } from '@memora/language/scripts';

/* What lexicon.ts tells of words, for runs of characters in scripts without spaces. Nothing is told of them while no text has a character of them. */

/** The negator or quantifier of a script without spaces that `text` ends with (within a few characters), or `null`. */
export function negatorBefore(text: string): string | null {
  const words = unspacedWords();
  const near = text.slice(-6);
  return (words?.negatorBefore.exec(near) ?? words?.quantifierBeside.exec(near))?.[0] ?? null;
}

/** The negator of such a script that follows the text before a cut, or `null`. */
export function negatorAfter(text: string): string | null {
  return unspacedWords()?.negatorAfter.exec(text.slice(0, 12))?.[0] ?? null;
}

/** The negators of a sentence in a script without spaces. */
export function negatorsWithin(text: string): string[] {
  const words = unspacedWords();
  return words === null ? [] : (text.replace(words.idioms, ' ').match(words.negators) ?? []);
}

/** A negator, quantifier or modal anywhere in text without spaces, or `null`. */
export function criticalWithin(text: string): string | null {
  return unspacedWords()?.critical.exec(text)?.[0] ?? null;
}

/** Classes of which a sentence should name the same as its source, by kind. */
export function unspacedClasses(): readonly (readonly [kind: string, classes: UnspacedClasses])[] {
  return Object.entries(unspacedWords()?.classes ?? {});
}
