import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LineView, NoteView } from '../../src/notes/note-view.ts';
import { describeFault } from '../describe-fault.ts';
import { post, Refusal } from '../server.ts';
import { isEditing, reloadSource } from './source-state.ts';

const fault = signal<string | null>(null);
const text = signal('');

interface LineEditorProps {
  readonly note: NoteView;
  readonly line: LineView;
}

/** Edits one line of a note and shows the change before it is saved. */
export function LineEditor({ note, line }: LineEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  // The note and line when editing began. An edit succeeds only if the note has not changed since.
  const begun = useRef({ note, line });
  useEffect(() => {
    text.value = line.text;
    fault.value = null;
    box.current?.focus();
  }, []);
  const before = begun.current.line;
  const save = async () => {
    try {
      const { path, version } = begun.current.note;
      await post('edit', { path, version, start: before.start, end: before.end, text: text.value });
      isEditing.value = false;
      reloadSource();
    } catch (error) {
      fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
    }
  };
  const isSame = text.value === before.text;
  const close = () => {
    isEditing.value = false;
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <label>
        Line {before.number} of <bdi>{note.path}</bdi>
        <textarea
          ref={box}
          dir="auto"
          rows={3}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      {isSame ? null : (
        <div class="diff" role="group" aria-label="What will change">
          <p>
            <span aria-hidden="true">− </span>
            <del dir="auto">{before.text}</del>
          </p>
          <p>
            <span aria-hidden="true">+ </span>
            <ins dir="auto">{text.value}</ins>
          </p>
        </div>
      )}
      {fault.value === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault.value)}
        </p>
      )}
      <p class="actions">
        <button type="submit" disabled={isSame}>
          Save to the note
        </button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}
