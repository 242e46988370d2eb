import { signal } from '@preact/signals';
import type { ShownSource, SourceView } from '../../src/ask/answer-view.ts';
import { get, Refusal } from '../server.ts';

/** The citation that is shown. */
export interface ChosenSource {
  readonly answer: string;
  readonly source: SourceView;
  /** True if the reader opened it; false for the line that is shown with an answer. */
  readonly isAsked: boolean;
}

export const chosen = signal<ChosenSource | null>(null);

/** True if there is room for a note next to the answer. The width matches the style sheet. */
const hasRoom = matchMedia('(min-width: 60.01rem)');

/** True once the reader has closed the note. Answers then open none until the reader opens one. */
export const isClosed = signal(false);

/** The note of the chosen citation; null while it is loading. */
export const shown = signal<ShownSource | null>(null);

export const sourceFault = signal<string | null>(null);

/** True while its line is being edited. */
export const isEditing = signal(false);

/** Shows the note of a citation at its place. */
export function openSource(answer: string, source: SourceView): void {
  isClosed.value = false;
  show({ answer, source, isAsked: true });
}

/** Shows the first line of a new answer next to it, if there is room. With null, hides the previous answer's line too. */
export function showBeside(answer: string, source: SourceView | null): void {
  if (!hasRoom.matches || isClosed.value) return;
  if (source === null) forget();
  else show({ answer, source, isAsked: false });
}

function show(next: ChosenSource): void {
  chosen.value = next;
  shown.value = null;
  sourceFault.value = null;
  isEditing.value = false;
  reloadSource();
}

/** Closes the note. */
export function closeSource(): void {
  isClosed.value = true;
  forget();
}

function forget(): void {
  chosen.value = null;
  shown.value = null;
  isEditing.value = false;
}

/** Reads the shown note again. */
export function reloadSource(): void {
  const wanted = chosen.value;
  if (wanted === null) return;
  const isWanted = () => chosen.value === wanted;
  get('answers/{id}/sources/{number}', {
    id: wanted.answer,
    number: String(wanted.source.number),
  }).then(
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
