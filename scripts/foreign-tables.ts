/** Which package owns which tables: SQL that names one stands in that package, and nowhere else. */
export interface TableOwner {
  /** Folder name of the package. */
  readonly owner: string;
  readonly isOwn: (table: string) => boolean;
}

/** The owners of this repository, by the text of the schema of `claims`. */
export function tableOwners(schema: string): readonly TableOwner[] {
  const body = /interface Schema \{([\s\S]*?)\n\}/.exec(schema)?.[1] ?? '';
  const tables = new Set([...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name as string));
  return [
    { owner: 'claims', isOwn: (table) => tables.has(table) },
    { owner: 'retrieval', isOwn: (table) => /^(?:lexical|vector)_/.test(table) },
  ];
}

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?)\s+([a-z_]+)\b/g;

/** Tables of other packages that a source of `owner` names in SQL, with their lines from 1. */
export function findForeignTables(
  owner: string,
  text: string,
  owners: readonly TableOwner[],
): { readonly line: number; readonly message: string }[] {
  return text.split('\n').flatMap((line, i) =>
    [...line.matchAll(TABLE)].flatMap(([, table = '']) => {
      const of = owners.find(({ isOwn }) => isOwn(table));
      if (of === undefined || of.owner === owner) return [];
      return [
        { line: i + 1, message: `the table ${table} belongs to ${of.owner}; read it through a port of it` },
      ];
    }),
  );
}
