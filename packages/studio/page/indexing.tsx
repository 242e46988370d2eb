import { signal } from '@preact/signals';

/** How far reading the notes is; null while nothing is read. */
export const indexing = signal<{ readonly done: number; readonly total: number } | null>(null);

/** A line that says how far reading the notes is. Asking works meanwhile. */
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
