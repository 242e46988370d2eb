import { useEffect, useState } from 'preact/hooks';
import type { NoteView } from '../../src/notes/note-view.ts';
import { LEDGER_REASON } from '../../src/today/ledger-reason.ts';
import { tickTask } from '../../src/today/tick-task.ts';
import type { PastCard } from '../../src/today/today-card.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { sayDate } from '../say-date.ts';
import { get, post } from '../server.ts';
import { Confirm } from './confirm.tsx';
import { LaterButton } from './later-button.tsx';
import { act, choosing, edited } from './today-state.ts';

/** A line whose date has passed: a task to tick off, or a statement that may no longer hold. */
export function PastCardView({ card }: { readonly card: PastCard }) {
  const { id, kind, text, path, title, date, span } = card;
  const place = `${path}@${span.start}-${span.end}`;
  const isChosen = choosing.value?.card === id;
  return (
    <article class="card">
      <h2>
        {kind === 'task' ? 'Due' : 'Until'} {sayDate(date)}: {kind === 'task' ? 'is it done?' : 'is it over?'}
      </h2>
      <blockquote dir="auto">{text}</blockquote>
      <p class="where">
        <a href={addressOf('Notes', place)}>
          <bdi>{title}</bdi>
        </a>
      </p>
      <p class="actions">
        <button
          type="button"
          class="quiet"
          aria-pressed={isChosen}
          onClick={() => {
            choosing.value = { card: id, winner: id };
          }}
        >
          {kind === 'task' ? 'It is done' : 'It is over'}
        </button>
        <LaterButton card={id} />
      </p>
      {!isChosen ? null : kind === 'past' ? (
        <Confirm card={id} about={title} winner={id} line={`forget claim:${id} : ${LEDGER_REASON}`} />
      ) : (
        <TickOff path={path} at={`${span.start}-${span.end}`} task={text} />
      )}
    </article>
  );
}

/** Shows the line of a task with its box ticked, and writes it into the note. */
function TickOff({ path, at, task }: { readonly path: string; readonly at: string; readonly task: string }) {
  const [note, setNote] = useState<NoteView | null>(null);
  const line = note?.line ?? null;
  useEffect(() => {
    void act(async () => setNote(await get('note', { path, at })));
  }, [path, at]);
  const ticked = line === null ? null : tickTask(line.text, task);
  const write = () =>
    act(async () => {
      if (note === null || line === null || ticked === null) return;
      const place = { path, start: line.start };
      const { version } = await post('edit', {
        ...place,
        version: note.version,
        end: line.end,
        text: ticked,
      });
      const end = line.start + new TextEncoder().encode(ticked).length;
      edited.value = { says: ticked, undo: { ...place, version, end, text: line.text } };
      choosing.value = null;
    });
  if (note !== null && ticked === null) return <p class="fault">{describeFault('NOTE_CHANGED')}</p>;
  return (
    <div class="confirm" role="group" aria-label="Confirm">
      <p>
        The line of <bdi>{path}</bdi> becomes:
      </p>
      <pre tabIndex={0} dir="auto">
        {ticked}
      </pre>
      <button type="button" disabled={ticked === null} onClick={() => void write()}>
        Save to the note
      </button>
    </div>
  );
}
