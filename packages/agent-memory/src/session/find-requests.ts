import { segmentSentences } from '@memora/language/sentences';
import { readRememberRequest } from '@memora/language/words';

/** A turn that announces somebody else's text; what stands behind it is not the speaker's. */
const ANNOUNCES = /[:：]\s*$/u;
/** The head of a mail or a forwarded message. */
const FORWARDED =
  /^(?:(?:from|to|subject|date|sent|von|an|betreff|de|para|asunto|objet|от|кому|тема)\s?:\s|-{2,}.*-{2,}$|.{0,120}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|написал[аи]?)\s*:$)/iu;
const FENCE = /^\s*(?:```|~~~)/u;
/** A turn that asks for more is a list that somebody pasted. */
const MOST = 5;

/**
 * What the user asks in a turn of theirs to have remembered, each in their own words. Text in code, in quotes, and behind what announces or forwards a text of
 * somebody else is none of theirs.
 */
export function findRequests(text: string): string[] {
  const asked: string[] = [];
  let inFence = false;
  let isOthers = false;
  for (const paragraph of text.split(/\r?\n/u)) {
    if (FENCE.test(paragraph)) inFence = !inFence;
    if (inFence || FENCE.test(paragraph) || /^\s*(?:>|\|)/u.test(paragraph)) continue;
    if (FORWARDED.test(paragraph.trim())) isOthers = true;
    if (isOthers) break;
    for (const { start, end } of segmentSentences(paragraph)) {
      const sentence = paragraph.slice(start, end);
      const request = /^\s*["“„«「『]/u.test(sentence) ? null : readRememberRequest(sentence);
      if (request !== null) asked.push(request);
    }
    if (ANNOUNCES.test(paragraph)) isOthers = true;
  }
  return asked.length > MOST ? [] : [...new Set(asked)];
}
