import { signal } from '@preact/signals';

/** Progress of reading the notes; null while none is being read. */
export const indexing = signal<{ readonly done: number; readonly total: number } | null>(null);

/** A line with the progress of reading the notes. Questions work meanwhile. */
export function Indexing() {
  const far = indexing.value;
  if (far === null || far.total === 0) return null;
  return (
    <p class="indexing" role="status">
      <progress max={far.total} value={far.done} aria-label="Notes read" />
      {far.done.toLocaleString('en')} of {far.total.toLocaleString('en')} notes read. You can ask already.
    </p>
  );
}
