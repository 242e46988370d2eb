/** Counts of recalled and of used claims, in a file next to the claims. */
export const ACCESS_TABLES = {
  access: { key: ['id'], columns: { id: 'text', count: 'int', first: 'text', last: 'text' } },
  /**
   * Counts since the sums were last updated: one row for all ids of a recall. Its numbers start at 1 again
   * when it is empty.
   */
  counted: { key: ['number'], columns: { number: 'int', at: 'text', ids: 'text' } },
  taken: { key: ['id'], columns: { id: 'text', count: 'int', last: 'text' } },
} as const;

/** Verdicts of a judge: keyed hashes of the inputs, and the encrypted verdicts. */
export const VERDICT_TABLES = {
  verdict: {
    key: ['number'],
    columns: { number: 'int', judged: 'text', said: 'blob' },
    unique: ['judged'],
  },
} as const;
