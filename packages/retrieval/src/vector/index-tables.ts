/** `sequence` grows with every write: an index file records its last one. */
export const VECTOR_TEXTS = {
  /** The texts to embed. */
  vector_text: { key: ['key'], columns: { key: 'int', text: 'text' } },
  /** One row per embedder. */
  vector_set: {
    key: ['id'],
    counter: 'id',
    columns: {
      id: 'int',
      embedder: 'text',
      version: 'text',
      dimensions: 'int',
      state: 'text',
      computed: 'int',
    },
    unique: ['embedder', 'version', 'dimensions'],
  },
  /** The vectors. The key is the block, not the sequence: a replaced block gets a new sequence, and no trigger reports the old row. */
  vector_block: {
    key: ['set_id', 'block'],
    counter: 'sequence',
    columns: { sequence: 'int', set_id: 'int', block: 'int', vectors: 'blob' },
  },
  /** The keys whose vectors a set lacks. */
  vector_pending: { key: ['set_id', 'key'], columns: { set_id: 'int', key: 'int' } },
  /** The keys whose texts a set's embedder refused. They are retried when their text changes. */
  vector_refused: { key: ['set_id', 'key'], columns: { set_id: 'int', key: 'int' } },
  vector_count: { key: ['set_id'], columns: { set_id: 'int', vectors: 'int' } },
} as const;

/**
 * Created separately, and not published: the id of this database, which its index files contain, and SQLite's
 * own sequence counter.
 */
export const VECTOR_OWNER = {
  vector_owner: { key: [], columns: { id: 'text' } },
  sqlite_sequence: { key: [], columns: { name: 'text', seq: 'int' } },
} as const;
