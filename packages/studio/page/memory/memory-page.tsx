import type { RememberedSession } from '../../src/remembered/remembered-view.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { act, done, fault, times, undo } from './memory-state.ts';
import { NextPromptView } from './next-prompt-view.tsx';
import { RememberedItemView } from './remembered-item.tsx';

/** What agents remembered, by session, with buttons to confirm, forget and undo. */
export function MemoryPage() {
  const again = `${notesChanged.value}/${times.value}`;
  const sessions = useLoaded('memory', {}, again);
  return (
    <div class="page memory">
      <h1>Memory</h1>
      <p class="hint">
        What your agents remember about you and your work. They are shown it before they answer.
      </p>
      {sessions.fault === null ? null : <p class="fault">{describeFault(sessions.fault)}</p>}
      {fault.value === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault.value)}
        </p>
      )}
      {done.value === null ? null : (
        <p class="done" role="status">
          {done.value.says}{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              void undo();
            }}
          >
            Undo
          </button>
        </p>
      )}
      {sessions.value?.length === 0 ? (
        <p class="empty">
          No agent has remembered anything. <a href={addressOf('Setup')}>Connect one</a>, and tell it to
          remember something.
        </p>
      ) : null}
      {(sessions.value ?? []).map((each) => (
        <SessionCard key={each.session ?? each.items[0]?.id} session={each} />
      ))}
      <NextPromptView />
    </div>
  );
}

function SessionCard({
  session: { session, agent, newest, items },
}: {
  readonly session: RememberedSession;
}) {
  return (
    <article class="card">
      <h2>
        {agent === null ? 'An agent' : <bdi>{agent}</bdi>} ·{' '}
        {new Date(newest).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
      </h2>
      <ul class="remembered">
        {items.map((item) => (
          <RememberedItemView key={item.id} item={item} />
        ))}
      </ul>
      {session === null ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void act('memory/undo-session', { session }, ({ falls, batch }) => {
              if (batch !== null)
                done.value = {
                  says: `${falls} of this session ${falls === 1 ? 'is' : 'are'} forgotten.`,
                  undo: ['memory/undo-session', { batch }],
                };
            })
          }
        >
          Undo all of this session
        </button>
      )}
    </article>
  );
}
