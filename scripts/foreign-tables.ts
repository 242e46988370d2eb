import { CHANGE_TABLES, STORE_TABLES } from '../packages/claims/src/store/schema/tables.ts';

/** The tables that each package owns. Only the owner may have SQL with their names. */
interface TableOwner {
  /** Folder name of the package. */
  readonly owner: string;
  readonly isOwn: (table: string) => boolean;
}

const OF_CLAIMS = new Set(Object.keys({ ...STORE_TABLES, ...CHANGE_TABLES }));

/** The owners of this repository. */
const TABLE_OWNERS: readonly TableOwner[] = [
  { owner: 'claims', isOwn: (table) => OF_CLAIMS.has(table) },
  { owner: 'retrieval', isOwn: (table) => /^(?:lexical|vector)_/.test(table) },
];

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?)\s+([a-z_]+)\b/g;

/** Tables of other packages that a source of `owner` names in SQL, with their line numbers from 1. */
export function findForeignTables(
  owner: string,
  text: string,
): { readonly line: number; readonly message: string }[] {
  return text.split('\n').flatMap((line, i) =>
    [...line.matchAll(TABLE)].flatMap(([, table = '']) => {
      const of = TABLE_OWNERS.find(({ isOwn }) => isOwn(table));
      if (of === undefined || of.owner === owner) return [];
      return [
        { line: i + 1, message: `the table ${table} belongs to ${of.owner}; read it through a port of it` },
      ];
    }),
  );
}
