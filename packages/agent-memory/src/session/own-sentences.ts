import { segmentSentences } from '@memora/language/sentences';

/** A turn that announces somebody else's text; the text after it is not the speaker's. */
const ANNOUNCES = /[:：]\s*$/u;
/** The head of a mail or a forwarded message. */
const FORWARDED =
  /^(?:(?:from|to|subject|date|sent|von|an|betreff|de|para|asunto|objet|от|кому|тема)\s?:\s|-{2,}.*-{2,}$|.{0,120}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|написал[аи]?)\s*:$)/iu;
const FENCE = /^\s*(?:```|~~~)/u;

/** The sentences of a turn that are its speaker's own: none in code or quotes, and none after the announcement or head of somebody else's text. */
export function ownSentences(text: string): string[] {
  const sentences: string[] = [];
  let inFence = false;
  for (const paragraph of text.split(/\r?\n/u)) {
    if (FENCE.test(paragraph)) inFence = !inFence;
    if (inFence || FENCE.test(paragraph) || /^\s*(?:>|\|)/u.test(paragraph)) continue;
    if (FORWARDED.test(paragraph.trim())) break;
    for (const { start, end } of segmentSentences(paragraph)) {
      const sentence = paragraph.slice(start, end);
      if (!/^\s*["“„«「『]/u.test(sentence)) sentences.push(sentence);
    }
    if (ANNOUNCES.test(paragraph)) break;
  }
  return sentences;
}
