/** What a column holds. `any` is a text, a number, bytes or nothing. */
export type ColumnKind = 'int' | 'real' | 'text' | 'blob' | 'any';

/** A column of a published table. */
export interface PublishedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
}

/** A table whose rows, all together, are a store: what another database needs to hold them. */
export interface PublishedTable {
  readonly name: string;
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  readonly columns: readonly PublishedColumn[];
  /** The table whose changes are those of this one, with its key, where this one cannot be watched. */
  readonly watched?: { readonly name: string; readonly key: readonly string[] };
  /** Through which table, and which columns of it, rows are put back, where the table itself may not be written. */
  readonly through?: { readonly name: string; readonly columns: readonly string[] };
}

/**
 * Every table of the store, with its columns in their order: the one description of which a second database is made, filled, and read back.
 * A test holds it against the schema that the migrations make. Not among them: what indexes beside the claims keep, which a run fills again.
 */
export const PUBLISHED_TABLES: readonly PublishedTable[] = [
  table('meta', 'name', 'name text, value? any'),
  table('term', 'key', 'key int, text text'),
  table('topic', 'key', 'key int, subject int, predicate int'),
  table(
    'note',
    'key',
    `key int, path text, note_id text, title text, region text, band int, type? text, status text, size int, mtime real, hash blob,
    first_seen int, indexed_at int, extractor int, pending int, segments int, gated text, gone_at? int, declared_id? text, declares int`,
  ),
  table('alias', 'name, note', 'name int, note int'),
  table(
    'claim',
    'key',
    `key int, id text, note int, topic? int, subject? int, predicate? int, object? text, inherited int, heading? int, extractor int,
    kind int, assertion int, status int, band int, span_start int, span_end int, fingerprint blob, segment? blob, segment_offset? int,
    valid_from? text, valid_until? text, precision int, recorded_from int, recorded_until? int, confidence real, trust real, said? int,
    duplicate_of? int, predecessor? int, context int, metadata? text, sealed? blob, superseded_at? text`,
  ),
  table('lapse', 'claim, gone_from', 'claim int, gone_from int, gone_until int'),
  table(
    'edge',
    'source, type, target, recorded_from',
    'source int, target int, type int, weight real, recorded_from int, recorded_until? int, metadata? text',
  ),
  table('segment', 'note, fingerprint, extractor', 'note int, fingerprint blob, extractor int'),
  table('failure', 'path', 'path text, code text, reason text, attempts int, at int, print? blob'),
  table(
    'changelog',
    'sequence',
    'sequence int, at int, claim int, kind text, related? int, detail? text, hash? blob',
  ),
  table('claim_index', 'name', 'name text, version int, complete int'),
  table(
    'slot',
    'claim',
    'claim int, name? text, resolved int, place int, predicate int, value int, kind int, single int',
  ),
  table('slot_key', 'key, claim', 'key int, claim int'),
  table(
    'past_validity',
    'claim, known_until',
    'claim int, known_until int, valid_from? text, valid_until? text, precision int',
  ),
  table('reference', 'claim, name', 'claim int, name text, type int, outgoing int'),
  table(
    'stated_edge',
    'claim, source, type, target',
    'claim int, source int, type int, target int, named int',
  ),
  table('changed_name', 'name', 'name int'),
  table('unrelated', 'claim', 'claim int'),
  table('former_id', 'id', 'id text, claim int'),
  table('ledger_match', 'note, claim, target', 'note int, claim text, target text'),
];

/** Rows of `meta` that say whose file a database is, and which publication it holds, and not what is in it: they stay where they are. */
export const KEPT_META: readonly string[] = ['database_id', 'database_mark', 'publication'];

/** Describes a table: its key, and its columns with their kinds; `?` stands behind what may be null. */
export function table(name: string, key: string, columns: string): PublishedTable {
  return {
    name,
    key: key.split(', '),
    columns: columns.split(/,\s+/).map((column) => {
      const [named = '', kind] = column.split(' ');
      return { name: named.replace('?', ''), kind: kind as ColumnKind, nullable: named.endsWith('?') };
    }),
  };
}
