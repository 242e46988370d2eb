/** How strongly claims belong together, in both directions, and the time of the latest use. */
export const FEEDBACK_TABLES = {
  pair: { key: ['a', 'b'], columns: { a: 'text', b: 'text', weight: 'real', at: 'int' } },
  latest: { key: ['one'], columns: { one: 'int', at: 'int' } },
} as const;
