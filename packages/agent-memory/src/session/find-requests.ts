import { readRememberRequest } from '@memora/language/words';
import { ownSentences } from './own-sentences.ts';

/** A turn with more requests is a pasted list. */
const MOST = 5;

/** The user's requests to remember something in a turn, each in their own words. */
export function findRequests(text: string): string[] {
  const asked = ownSentences(text).flatMap((sentence) => readRememberRequest(sentence) ?? []);
  return asked.length > MOST ? [] : [...new Set(asked)];
}
