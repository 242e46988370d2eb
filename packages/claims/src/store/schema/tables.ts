import { edgeCodes } from '../../model/codes.ts';
import { isMemorySql } from '../read/filter/is-memory-sql.ts';
import { describeTables, type PublishedTable, type RowsOf, type TableText } from './describe-table.ts';

/**
 * Every table of the claim store: its columns in order, their types (`?` if nullable, `= n` for the default `n`), its key and its indexes. The tables of both
 * databases, the row types, inserts, and the publishing and restoring of a store come from here. `indexes` apply to both databases, `sqlite` and `postgres` to
 * one. A partial index is used only by a statement that contains its condition literally.
 */
export const STORE_TABLES = {
  /** Values of the store: `next_claim_key`, because keys of claims are never reused; `changelog_head`, the hash at the end of the chain. */
  meta: { key: ['name'], columns: { name: 'text', value: 'any?' } },
  /** Repeated texts: subjects, predicates, heading paths (JSON), extractors, normalised names. */
  term: {
    key: ['key'],
    columns: { key: 'int', text: 'text' },
    unique: ['text'],
    digest: 'text',
    postgres: ['term_by_digest (digest)'],
  },
  /** A pair of a normalised subject and predicate, for look-ups of contradictions and duplicates. */
  topic: {
    key: ['key'],
    columns: { key: 'int', subject: 'int', predicate: 'int' },
    unique: ['subject', 'predicate'],
    postgres: ['topic_by_terms (subject, predicate)'],
  },
  /** A note file, existing or deleted. */
  note: {
    key: ['key'],
    columns: {
      key: 'int',
      path: 'text',
      /** The identity in the ids of its claims. */
      note_id: 'text',
      title: 'text',
      region: 'text',
      band: 'int',
      type: 'text?',
      status: 'text',
      /** With `mtime` and `hash`: detects changes of the file. The hash is empty for generated pages and deleted notes. */
      size: 'int',
      mtime: 'real',
      hash: 'blob',
      first_seen: 'int',
      indexed_at: 'int',
      extractor: 'int',
      /** Number of segments left to extract. */
      pending: 'int = 0',
      segments: 'int',
      /** Counts by reason, JSON. */
      gated: 'text',
      gone_at: 'int?',
      /** The identity that the note claims, and 1 if its frontmatter declares one. */
      declared_id: 'text?',
      declares: 'int = 0',
    },
    indexes: ["note_derived (key) WHERE type = 'derived'"],
    sqlite: [
      'UNIQUE note_by_path (path) WHERE gone_at IS NULL',
      'UNIQUE note_by_id (note_id) WHERE gone_at IS NULL',
      'note_gone (path) WHERE gone_at IS NOT NULL',
      "note_archived (key) WHERE gone_at IS NULL AND status = 'archived'",
      `note_beside_memories (key) WHERE gone_at IS NULL AND NOT (${isMemorySql('path')})`,
    ],
    postgres: ['note_by_path (path)'],
  },
  /** A name of a note: title, file name, aliases of the frontmatter, normalised. */
  alias: {
    key: ['name', 'note'],
    columns: { name: 'int', note: 'int' },
    indexes: ['alias_by_note (note)'],
  },
  /** A claim, live or retired. */
  claim: {
    key: ['key'],
    columns: {
      key: 'int',
      /** The public id. */
      id: 'text',
      note: 'int',
      /** Terms; with `object`, all are null for secret claims. */
      topic: 'int?',
      subject: 'int?',
      predicate: 'int?',
      object: 'text?',
      /** 1: the subject comes from a heading or the title and is not part of the identity. */
      inherited: 'int',
      heading: 'int?',
      extractor: 'int',
      kind: 'int',
      assertion: 'int',
      status: 'int',
      band: 'int',
      /** Bytes of the file at the last indexing, and their BLAKE3 (32 bytes; keyed for secret claims). */
      span_start: 'int',
      span_end: 'int',
      fingerprint: 'blob',
      /** For incremental extractors: the fingerprint of the segment, and the position of the span in it, to find it again. */
      segment: 'blob?',
      segment_offset: 'int?',
      /**
       * Validity in the world; ISO 8601, as short as the precision. `unknown`: the time of the edit that
       * added the claim, null if it was there at the first index.
       */
      valid_from: 'text?',
      valid_until: 'text?',
      precision: 'int',
      /** When Memora knew it; a claim with an end is retired. */
      recorded_from: 'int',
      recorded_until: 'int?',
      /** From the extractor. */
      confidence: 'real',
      /** From the channel. */
      trust: 'real',
      /** 53 bits, equal for claims that say the same; a subject that is the name of one note is replaced by that note's title. */
      said: 'int?',
      /** The first, by id, of the claims that say the same. */
      duplicate_of: 'int?',
      /** The retired claim whose fact this one continues. */
      predecessor: 'int?',
      /** Changes if anything stored or indexed of the claim changes, except its position. */
      context: 'int',
      metadata: 'text?',
      /** For a secret claim: subject, predicate, object and headings, encrypted. */
      sealed: 'blob?',
      /** When a newer claim ends it. */
      superseded_at: 'text?',
    },
    indexes: [
      'claim_by_note (note)',
      'claim_by_topic (topic)',
      'claim_by_original (duplicate_of) WHERE duplicate_of IS NOT NULL',
      'claim_by_retirement (recorded_until) WHERE recorded_until IS NOT NULL',
      'claim_forgotten (key) WHERE status = 4 AND recorded_until IS NULL',
      'claim_sealed (key) WHERE sealed IS NOT NULL',
      'claim_contested (note) WHERE status = 3 AND recorded_until IS NULL',
      'claim_stale (key) WHERE status = 2',
      'claim_secret (key) WHERE band = 2',
    ],
    sqlite: [
      'UNIQUE claim_by_id (id)',
      'claim_by_said (said)',
      'claim_due (superseded_at) WHERE superseded_at IS NOT NULL AND status <> 1',
    ],
    postgres: ['claim_by_id (id)', 'claim_by_record (recorded_from)'],
  },
  /** A time during which the bytes of a claim were gone before they returned; read by `asOf.known`. */
  lapse: { key: ['claim', 'gone_from'], columns: { claim: 'int', gone_from: 'int', gone_until: 'int' } },
  /** A typed, directed relation; ended ones are kept as history. */
  edge: {
    key: ['source', 'type', 'target', 'recorded_from'],
    columns: {
      source: 'int',
      target: 'int',
      type: 'int',
      weight: 'real = 1',
      recorded_from: 'int',
      recorded_until: 'int?',
      metadata: 'text?',
    },
    indexes: [
      'edge_by_target (target, type)',
      'edge_ended (recorded_until) WHERE recorded_until IS NOT NULL',
    ],
    sqlite: [
      `edge_dependency (type, source) WHERE type IN (${edgeCodes.toCode('derives')}, ${edgeCodes.toCode('depends_on')})`,
    ],
    postgres: ['edge_by_type (type) WHERE recorded_until IS NULL'],
  },
  /** A segment that a model-backed extractor has processed, by fingerprint: it is not sent again. */
  segment: {
    key: ['note', 'fingerprint', 'extractor'],
    columns: { note: 'int', fingerprint: 'blob', extractor: 'int' },
  },
  /**
   * A note that failed completely or in part. The next run retries it; one that was too expensive only when its bytes no longer match `print`, a keyed
   * fingerprint.
   */
  failure: {
    key: ['path'],
    columns: { path: 'text', code: 'text', reason: 'text', attempts: 'int', at: 'int', print: 'blob?' },
  },
  /** Events of claims (`retired`, `restored`, `carried` …): ids and codes, never text. `hash` chains them. */
  changelog: {
    key: ['sequence'],
    counter: 'sequence',
    columns: {
      sequence: 'int',
      at: 'int',
      claim: 'int',
      kind: 'text',
      related: 'int?',
      detail: 'text?',
      hash: 'blob?',
    },
    indexes: ['changelog_by_claim (claim)'],
    sqlite: ['changelog_unchained (sequence) WHERE hash IS NULL'],
  },
  /** An index over claims; a changed `version` makes the next run fill it again. */
  claim_index: { key: ['name'], columns: { name: 'text', version: 'int', complete: 'int' } },
  /** The slot and value of a claim, as hashes: keyed ones for secret claims, whose sentences have no slot. */
  slot: {
    key: ['claim'],
    columns: {
      claim: 'int',
      name: 'text?',
      resolved: 'int',
      place: 'int',
      thing: 'int?',
      predicate: 'int',
      value: 'int',
      kind: 'int',
      single: 'int',
    },
    sqlite: ['slot_by_name (name) WHERE name IS NOT NULL'],
  },
  /** The keys by which claims with slots are compared. */
  slot_key: {
    key: ['key', 'claim'],
    columns: { key: 'int', claim: 'int' },
    sqlite: ['slot_key_by_claim (claim)'],
  },
  /** The validity of a claim until `known_until`, if it has changed since; read by `asOf.known`. */
  past_validity: {
    key: ['claim', 'known_until'],
    columns: {
      claim: 'int',
      known_until: 'int',
      valid_from: 'text?',
      valid_until: 'text?',
      precision: 'int',
    },
  },
  /** What a claim says about a note that it names; never for secret claims. */
  reference: {
    key: ['claim', 'name'],
    columns: { claim: 'int', name: 'text', type: 'int', outgoing: 'int' },
    digest: 'name',
    sqlite: ['reference_by_name (name)'],
    postgres: [
      'reference_by_digest (digest, claim)',
      // Claims with citations are listed without names, because a condition on a text uses no index under row-level security.
      `reference_of_citations (claim) WHERE type = ${edgeCodes.toCode('derives')}`,
    ],
  },
  /** The edges from references. */
  stated_edge: {
    key: ['claim', 'source', 'type', 'target'],
    columns: { claim: 'int', source: 'int', type: 'int', target: 'int', named: 'int' },
    indexes: ['stated_edge_by_named (named)'],
    sqlite: ['stated_edge_by_edge (source, type, target)', 'stated_edge_by_target (target)'],
  },
  /** Names that notes gained or lost since the claims were last related: keys of `term`. Filled by triggers. */
  changed_name: { key: ['name'], columns: { name: 'int' } },
  /** Claims to be related. */
  unrelated: { key: ['claim'], columns: { claim: 'int' } },
  /** An id that a claim had before its note's id changed. The own id of a live claim takes precedence. */
  former_id: {
    key: ['id'],
    columns: { id: 'text', claim: 'int' },
    sqlite: ['former_id_by_claim (claim)'],
  },
  /** The ledger entries that a note's claims have matched. */
  ledger_match: {
    key: ['note', 'claim', 'target'],
    columns: { note: 'int', claim: 'text', target: 'text' },
    sqlite: ['ledger_match_by_target (target)'],
  },
} as const satisfies Readonly<Record<string, TableText>>;

/** Requests to models and their answers. They are not published to other databases. */
export const CHANGE_TABLES = {
  /** The day of a note, `''` if it has none: notes are judged in this order. */
  change_date: { key: ['note'], columns: { note: 'int', date: 'text' } },
  /** An indexed note that a judge of changes was asked about. */
  change_done: { key: ['note', 'judge'], columns: { note: 'int', judge: 'text', hash: 'blob' } },
  /** The windows of a note that it was asked about. */
  change_asked: { key: ['note', 'judge', 'print'], columns: { note: 'int', judge: 'text', print: 'int' } },
  /** Its verdict on two statements, proven on both sides: by the fingerprints of their bytes, and the ids of their claims if there were any. */
  change_pair: {
    key: ['newer_note', 'newer', 'older_note', 'older'],
    columns: {
      newer_note: 'int',
      newer: 'blob',
      newer_id: 'text?',
      older_note: 'int',
      older: 'blob',
      older_id: 'text?',
      relation: 'text',
      judge: 'text',
      at: 'int',
    },
    sqlite: ['change_pair_by_older (older_note, older)'],
  },
  /** A model's record that was refused; never of a note with secrets. It is deleted with its segment. */
  refused: {
    key: [],
    columns: { note: 'int', segment: 'text', extractor: 'text', at: 'int', reason: 'text', record: 'text' },
    sqlite: ['refused_by_note (note)'],
  },
} as const satisfies Readonly<Record<string, TableText>>;

/** The rows of every table, by table name. */
export type Schema = RowsOf<typeof STORE_TABLES & typeof CHANGE_TABLES>;

/** The tables of the store that a second database is created, filled and restored from. Data of additional indexes is not included. */
export const PUBLISHED_TABLES: readonly PublishedTable[] = describeTables(STORE_TABLES);

/** Rows of `meta` about the database file itself and its publication, not its content: they are never replaced. */
export const KEPT_META: readonly string[] = ['database_id', 'database_mark', 'publication'];
