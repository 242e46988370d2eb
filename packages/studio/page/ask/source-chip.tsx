import type { Mark, SourceView } from '../../src/ask/answer-view.ts';
import { sayShortDate } from '../say-date.ts';
import { chosen, openSource } from '../source/source-state.ts';
import { isChanged } from './ask-state.ts';
import { shortTitle } from './short-title.ts';

/** The label of a chip. */
export const LABELS: Record<Mark | 'changed' | 'judging', string> = {
  quoted: '✓ quoted',
  judged: '✓ judged',
  partly: '~ in part',
  excerpt: '… excerpt',
  unjudged: '~ not judged',
  differs: '≠ differs',
  weak: '≠ differs, judged (weak)',
  doubted: '? not in it',
  changed: '✗ changed',
  judging: '… judging',
};

/** True if a note's name contains the date: `2026-06-02`, or `2 June 2026`. */
function saysDay(name: string, date: string): boolean {
  const [year = '', , day = ''] = date.split('-');
  return name.includes(date) || (name.includes(year) && name.includes(String(Number(day.slice(0, 2)))));
}

interface ChipProps {
  readonly answer: string;
  readonly source: SourceView;
  /** Null for the place of a line that is nearest to the question and does not answer it: words that nobody claims need no tick. */
  readonly mark: Mark | null;
  readonly note: string;
}

/** A citation. It opens the note at the cited place. */
export function SourceChip({ answer, source, mark, note }: ChipProps) {
  const shown = isChanged(source) ? 'changed' : mark;
  const name = shortTitle(source);
  const isOpen = chosen.value?.answer === answer && chosen.value.source.number === source.number;
  return (
    <button
      type="button"
      class="chip"
      data-chip={`${answer}/${source.number}`}
      data-state={shown ?? undefined}
      aria-pressed={isOpen}
      title={shown === 'changed' ? 'The note has changed since.' : note}
      onClick={() => openSource(answer, source)}
    >
      <span class="unseen">Source </span>
      <bdi>{name}</bdi>
      {source.date === null || saysDay(name, source.date) ? null : (
        <span class="when"> {sayShortDate(source.date)}</span>
      )}{' '}
      {shown === null ? null : <span class="mark">{LABELS[shown]}</span>}
    </button>
  );
}
