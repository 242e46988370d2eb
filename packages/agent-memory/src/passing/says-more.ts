import { LANGUAGES, stopWords } from '@memora/language/stems';
import { PROGRESS_WORDS, SESSION_WORDS } from '@memora/language/words';

/*
 * What goes on for a moment is told in few words, and of what a session is made of: "is waiting for the build", "is tired". Who waits "for a place at the
 * nursing home in Ely" waits for years, in any language and whatever the verb: of other things a moment is not told so fully.
 */

/** This many words of other things behind the verb, or in the whole sentence, tell of more than a moment. */
const MORE_BEHIND = 2;
const MORE_IN_ALL = 3;

/**
 * True where the words beside those that tell of a moment, from `start` to `end`, say more than a moment has. Where an adverb alone tells of it,
 * the verb is among the words beside it.
 */
export function saysMore(text: string, start: number, end: number, isAdverb: boolean): boolean {
  const verb = isAdverb ? 1 : 0;
  const behind = countOthers(text.slice(end));
  return behind >= MORE_BEHIND + verb || countOthers(text.slice(0, start)) + behind >= MORE_IN_ALL + verb;
}

function countOthers(text: string): number {
  small ??= new Set(LANGUAGES.flatMap((language) => [...stopWords(language)]));
  things ??= new Set([
    ...SESSION_WORDS,
    ...PROGRESS_WORDS.flatMap((words) => [...words.things].flatMap((thing) => thing.split(' '))),
  ]);
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.filter((word) => word.length > 2 && !small?.has(word) && !things?.has(word)).length;
}

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
let small: ReadonlySet<string> | undefined;
let things: ReadonlySet<string> | undefined;
