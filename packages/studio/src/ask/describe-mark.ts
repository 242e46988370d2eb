import type { Answer } from '@memora/engine';
import type { Mark } from './answer-view.ts';

type Statement = Answer['report']['statements'][number];

/** The mark of a kept statement, by its wording and by what a judge said of it. */
export function markOf({ wording, judgement }: Statement): Mark {
  if (wording === 'quoted') return 'quoted';
  if (judgement === 'not_told' || judgement === 'contradicted') return 'doubted';
  // A weak judge takes `can` for `cannot`: what differs is shown as different.
  if (wording === 'altered') return 'differs';
  if (judgement === 'supported') return 'judged';
  if (judgement === 'partly') return 'partly';
  return wording === 'excerpt' ? 'excerpt' : 'unjudged';
}

/** What a mark means for a statement, as a sentence. */
export function describeMark(mark: Mark, { judgedBy, because, judgement }: Statement): string {
  const judge = judgedBy ?? 'A model';
  switch (mark) {
    case 'quoted':
      return 'These are the words of the note.';
    case 'judged': {
      const words = because === null ? '' : ` These words decide: “${because.quote}”.`;
      return `Read by ${judge}: the sentence follows from the passage.${words}`;
    }
    case 'doubted':
      return judgement === 'contradicted'
        ? `Read by ${judge}: the passage says otherwise.`
        : `Read by ${judge}: the passage does not say it.`;
    case 'excerpt':
      return 'A part of a sentence of the note.';
    case 'differs':
      return 'Nearly the words of the note.';
    case 'partly':
      return `Read by ${judge}: the passage supports a part of the sentence.`;
    default:
      return 'The source is real and unchanged. Nobody has read whether the sentence follows from it.';
  }
}
