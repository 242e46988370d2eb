import type { Answer } from '@memora/engine';
import { markStatement, type StatementMark } from '@memora/validator/formats';
import type { Mark } from './answer-view.ts';

type Statement = Answer['report']['statements'][number];

/** The page's name for each mark of the terminal. */
const MARKS: Readonly<Partial<Record<StatementMark, Mark>>> = {
  '✓ quoted': 'quoted',
  '✓ judged': 'judged',
  '~ in part': 'partly',
  '… excerpt': 'excerpt',
  '≠ differs': 'differs',
  '≠ differs, judged (weak)': 'weak',
  '? not in it': 'doubted',
};

/** The mark of a kept statement: the same as on the terminal. */
export function markOf(statement: Statement): Mark {
  return MARKS[markStatement(statement)] ?? 'unjudged';
}

/** A sentence that explains the mark of a statement. */
export function describeMark(
  mark: Mark,
  { judgedBy, because, judgement, rememberedFrom }: Statement,
): string {
  const when = rememberedFrom === undefined ? '' : ` at ${sayTime(rememberedFrom)}, and remembered`;
  const judge = `${judgedBy ?? 'a model'}${when}`;
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
    case 'weak':
      return 'Nearly the words of the note. Only the model that wrote the sentence says that it follows.';
    case 'partly':
      return `Read by ${judge}: the passage supports a part of the sentence.`;
    default:
      return 'The source is real and unchanged. Nobody has checked whether the sentence follows from it.';
  }
}

/** A moment in the local format. */
function sayTime(moment: string): string {
  return new Date(moment).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}
