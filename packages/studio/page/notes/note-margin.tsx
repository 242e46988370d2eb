import { useState } from 'preact/hooks';
import type { FactEvent, NoteFact, NoteMargin } from '../../src/notes/note-fact.ts';
import { addressOf } from '../current-place.ts';
import { sayMoment } from '../say-date.ts';
import { get } from '../server.ts';

/** The label of each status. */
export const STATUS: Record<NoteFact['status'], string> = {
  holds: 'holds',
  replaced: 'replaced by a newer note',
  contradicted: 'another note says otherwise',
  doubtful: 'rests on something that has changed',
};

/** Facts about the lines of a note, and the notes that link to it. */
export function Margin({ margin, path }: { readonly margin: NoteMargin; readonly path: string }) {
  const { facts, linkedFrom, citedBy } = margin;
  const notable = facts.filter(({ status, others }) => status !== 'holds' || others.length > 0);
  const others = facts.filter((fact) => !notable.includes(fact));
  const links = linkedFrom.filter((each) => !citedBy.includes(each));
  if (facts.length === 0 && linkedFrom.length === 0) return null;
  return (
    <aside class="margin" aria-label="What other notes say">
      {notable.length === 0 ? null : (
        <>
          <h3>What other notes say</h3>
          <ul>
            {notable.map((fact) => (
              <Fact key={fact.id} fact={fact} path={path} />
            ))}
          </ul>
        </>
      )}
      <PathList title="Answers that cite it" paths={citedBy} />
      <PathList title="Linked from" paths={links} />
      {others.length === 0 ? null : (
        <details>
          <summary>
            {others.length === 1 ? '1 line' : `${others.length} lines`} that no other note contradicts
          </summary>
          <ul>
            {others.map((fact) => (
              <Fact key={fact.id} fact={fact} path={path} />
            ))}
          </ul>
        </details>
      )}
    </aside>
  );
}

function PathList({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <a href={addressOf('Notes', path)}>
              <bdi>{path}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ fact, path }: { readonly fact: NoteFact; readonly path: string }) {
  const { id, text, about, status, span, others } = fact;
  const [history, setHistory] = useState<readonly FactEvent[] | null>(null);
  return (
    <li>
      <a href={addressOf('Notes', `${path}@${span.start}-${span.end}`)} dir="auto">
        {text}
      </a>{' '}
      <span class="status" data-status={status}>
        {STATUS[status]}
      </span>
      {others.map((other, i) => (
        <p key={i}>
          {other.how}{' '}
          <a href={addressOf('Notes', `${other.path}@${other.span.start}-${other.span.end}`)} dir="auto">
            {other.text}
          </a>{' '}
          <span class="where">
            (<bdi>{other.path}</bdi>)
          </span>
        </p>
      ))}
      <p class="actions">
        <a href={addressOf('Notes', `about:${about}`)}>
          Timeline of <bdi>{about}</bdi>
        </a>
        {history === null ? (
          <button
            type="button"
            class="plain"
            onClick={() => void get('history', { of: id }).then(setHistory, () => undefined)}
          >
            History
          </button>
        ) : null}
      </p>
      {history === null ? null : (
        <ol class="history">
          {history.map(({ at, kind }, i) => (
            <li key={i}>
              {sayMoment(at)}: {kind}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
