import type { Answer } from '@memora/engine';
import { markStatement, type StatementMark } from '@memora/validator/formats';
import type { Mark } from './answer-view.ts';

type Statement = Answer['report']['statements'][number];

/** The marks of the terminal by the names that the page has for them. */
const MARKS: Readonly<Partial<Record<StatementMark, Mark>>> = {
  '✓ quoted': 'quoted',
  '✓ judged': 'judged',
  '~ in part': 'partly',
  '… excerpt': 'excerpt',
  '≠ differs': 'differs',
  '≠ differs, judged (weak)': 'weak',
  '? not in it': 'doubted',
};

/** The mark of a kept statement: the one that the terminal prints. */
export function markOf(statement: Statement): Mark {
  return MARKS[markStatement(statement)] ?? 'unjudged';
}

/** What a mark means for a statement, as a sentence. */
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
      return 'The source is real and unchanged. Nobody has read whether the sentence follows from it.';
  }
}

/** A moment as a person of this machine writes it. */
function sayTime(moment: string): string {
  return new Date(moment).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}
