import { useState } from 'preact/hooks';
import type { TimelineEntry } from '../../src/notes/note-fact.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { sayDate } from '../say-date.ts';
import { useLoaded } from '../use-loaded.ts';
import { Names } from './names.tsx';
import { STATUS } from './note-margin.tsx';

/** What notes said about one thing, with a slider for the date. */
export function Timeline({ about }: { readonly about: string }) {
  const { value, fault } = useLoaded('timeline', { about }, notesChanged.value);
  const entries = value ?? [];
  const days = [...new Set(entries.flatMap(({ from }) => from?.slice(0, 10) ?? []))].sort();
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[at];
  const isKnown = ({ from }: TimelineEntry) => day === undefined || from === null || from.slice(0, 10) <= day;
  const isOver = ({ until, status }: TimelineEntry) =>
    until === null || day === undefined
      ? at === days.length - 1 && status === 'replaced'
      : until.slice(0, 10) <= day;
  const shown = entries.filter(isKnown);
  return (
    <section class="open-note timeline" aria-label="Timeline">
      <h2>
        <bdi>{about}</bdi>
      </h2>
      <Names about={about} />
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value?.length === 0 ? <p class="empty">No note says anything about that.</p> : null}
      {day === undefined || days.length < 2 ? null : (
        <p class="as-of">
          <span aria-hidden="true">As of {sayDate(day)}</span>
          <input
            type="range"
            aria-label="As of"
            min={0}
            max={days.length - 1}
            value={at}
            aria-valuetext={sayDate(day)}
            onInput={(event) => setChosen(Number(event.currentTarget.value))}
          />
        </p>
      )}
      <ol class="entries">
        {shown.map((entry, i) => {
          const { text, path, title, span, from, status } = entry;
          return (
            <li key={i} dir="auto">
              <span class="where">{from === null ? 'without a date' : sayDate(from.slice(0, 10))}</span>{' '}
              {isOver(entry) ? <s>{text}</s> : text}{' '}
              {status === 'holds' ? null : (
                <span class="status" data-status={status}>
                  {STATUS[status]}
                </span>
              )}{' '}
              <a href={addressOf('Notes', `${path}@${span.start}-${span.end}`)}>
                <bdi>{title}</bdi>
              </a>
            </li>
          );
        })}
      </ol>
      {shown.length === entries.length ? null : (
        <p class="hint">
          {entries.length - shown.length === 1
            ? '1 later line is not shown.'
            : `${entries.length - shown.length} later lines are not shown.`}
        </p>
      )}
    </section>
  );
}
