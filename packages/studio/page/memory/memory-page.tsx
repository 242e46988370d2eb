import { signal } from '@preact/signals';
import type { RememberedItem, RememberedSession } from '../../src/remembered/remembered-view.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { post, Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';
import { NextPromptView } from './next-prompt-view.tsx';

const fault = signal<string | null>(null);
/** What was done last, and how it is taken back. */
const done = signal<{ readonly says: string; readonly undo: readonly [string, object] } | null>(null);
const times = signal(0);

/** What agents remembered, by session: to confirm, to forget, to take back. */
export function MemoryPage() {
  const again = `${notesChanged.value}/${times.value}`;
  const sessions = useLoaded<readonly RememberedSession[]>('memory', again);
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
              const [path, body] = done.value?.undo ?? ['', {}];
              void act(path, body, () => {
                done.value = null;
              });
            }}
          >
            Undo
          </button>
        </p>
      )}
      {sessions.value?.length === 0 ? (
        <p class="empty">
          No agent has remembered anything. Connect one with <code>memora setup</code>, and tell it to
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
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {session === null ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void act<{ falls: number; batch: string | null }>(
              'memory/undo-session',
              { session },
              ({ falls, batch }) => {
                if (batch !== null)
                  done.value = {
                    says: `${falls} of this session ${falls === 1 ? 'is' : 'are'} forgotten.`,
                    undo: ['memory/undo-session', { batch }],
                  };
              },
            )
          }
        >
          Undo all of this session
        </button>
      )}
    </article>
  );
}

function Item({ item: { id, text, held, said, status } }: { readonly item: RememberedItem }) {
  return (
    <li>
      <p dir="auto" class="statement">
        {text}
      </p>
      {said === null ? null : (
        <p class="where">
          {said.by === 'user' ? 'You said' : 'It was said'}: <q dir="auto">{said.quote}</q>
          {said.intact ? '' : ' (not there any more)'}
        </p>
      )}
      <p class="actions">
        {held === null ? (
          status === 'current' ? null : (
            <span class="status">{status}</span>
          )
        ) : (
          <>
            <span class="status" data-status="contradicted">
              waits for your word
            </span>
            <button type="button" onClick={() => void act('memory/confirm', { id }, () => undefined)}>
              Confirm
            </button>
          </>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void act('memory/forget', { id }, () => {
              done.value = { says: 'Forgotten.', undo: ['memory/restore', { id }] };
            })
          }
        >
          Forget
        </button>
      </p>
    </li>
  );
}

async function act<T>(path: string, body: object, then: (result: T) => void): Promise<void> {
  try {
    fault.value = null;
    then(await post<T>(path, body));
    times.value++;
  } catch (error) {
    fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
  }
}
