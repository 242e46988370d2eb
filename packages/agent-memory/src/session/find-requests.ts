import { readRememberRequest } from '@memora/language/words';
import { ownSentences } from './own-sentences.ts';

/** A turn that asks for more is a list that somebody pasted. */
const MOST = 5;

/** What the user asks in a turn of theirs to have remembered, each in their own words. */
export function findRequests(text: string): string[] {
  const asked = ownSentences(text).flatMap((sentence) => readRememberRequest(sentence) ?? []);
  return asked.length > MOST ? [] : [...new Set(asked)];
}
