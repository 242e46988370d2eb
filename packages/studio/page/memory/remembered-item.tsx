import { useState } from 'preact/hooks';
import type { RememberedItem } from '../../src/remembered/remembered-view.ts';
import { act, done } from './memory-state.ts';

/** One memory: its text, its speaker, and its actions. */
export function RememberedItemView({
  item: { id, text, held, said, status },
}: {
  readonly item: RememberedItem;
}) {
  const [isEditing, setEditing] = useState(false);
  return (
    <li>
      {isEditing ? (
        <EditForm id={id} text={text} close={() => setEditing(false)} />
      ) : (
        <p dir="auto" class="statement">
          {text}
        </p>
      )}
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
              waits for your confirmation
            </span>
            <button type="button" onClick={() => void act('memory/confirm', { id }, () => undefined)}>
              Confirm
            </button>
          </>
        )}
        <button type="button" class="quiet" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          Edit
        </button>
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

interface EditFormProps {
  readonly id: string;
  readonly text: string;
  readonly close: () => void;
}

function EditForm({ id, text, close }: EditFormProps) {
  const [content, setContent] = useState(text);
  const [refused, setRefused] = useState(false);
  const save = () =>
    act('memory/edit', { id, content }, ({ id: made }) => {
      if (made === null) setRefused(true);
      else close();
    });
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        aria-label="What it says"
        dir="auto"
        rows={2}
        value={content}
        onInput={(event) => setContent(event.currentTarget.value)}
      />
      {refused ? (
        <p class="fault" role="alert">
          That was not saved: it says what is already remembered, or too little.
        </p>
      ) : null}
      <p class="actions">
        <button type="submit" disabled={content.trim() === '' || content === text}>
          Save
        </button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}
