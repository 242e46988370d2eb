import { signal } from '@preact/signals';
import type { SourceState, SourceView } from '../../src/ask/answer-view.ts';
import type { NoteView } from '../../src/notes/note-view.ts';
import { get, Refusal } from '../server.ts';

/** The citation that is shown. */
export interface ChosenSource {
  readonly answer: string;
  readonly source: SourceView;
}

/** What the server sends of a source. */
export interface ShownSource {
  readonly state: SourceState;
  readonly now: string | null;
  readonly note: NoteView | null;
}

export const chosen = signal<ChosenSource | null>(null);

/** The note of the chosen citation; null while it is read. */
export const shown = signal<ShownSource | null>(null);

export const sourceFault = signal<string | null>(null);

/** True while its line is being edited. */
export const isEditing = signal(false);

/** Shows the note of a citation at its place. */
export function openSource(answer: string, source: SourceView): void {
  chosen.value = { answer, source };
  shown.value = null;
  sourceFault.value = null;
  isEditing.value = false;
  reloadSource();
}

/** Closes the note. */
export function closeSource(): void {
  chosen.value = null;
  shown.value = null;
  isEditing.value = false;
}

/** Reads the shown note again. */
export function reloadSource(): void {
  const wanted = chosen.value;
  if (wanted === null) return;
  const isWanted = () => chosen.value === wanted;
  get<ShownSource>(`answers/${wanted.answer}/sources/${wanted.source.number}`).then(
    (found) => {
      if (!isWanted()) return;
      sourceFault.value = null;
      shown.value = found;
    },
    (error: unknown) => {
      if (isWanted()) sourceFault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
    },
  );
}
