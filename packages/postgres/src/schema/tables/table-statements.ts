import { type PublishedColumn, type PublishedTable, readIndex } from '@memora/claims/internal';
import { typeOf } from '../../publish/value-codec.ts';

/** Returns the statements that create a published table and its indexes, with the scope before every key. Texts are compared by bytes, as in SQLite. */
export function tableStatements({
  name,
  key,
  columns,
  digest,
  indexes = [],
  postgres = [],
}: PublishedTable): string {
  const lines = ['scope int NOT NULL', ...columns.map(columnText)];
  if (digest !== undefined)
    lines.push(`digest text COLLATE "C" NOT NULL GENERATED ALWAYS AS (md5(${digest})) STORED`);
  lines.push(`PRIMARY KEY (${['scope', ...key].join(', ')})`);
  return [
    `CREATE TABLE memora.${name} (${lines.join(', ')});`,
    ...[...indexes, ...postgres].map((index) => {
      const { name: of, rest } = readIndex(index);
      return `CREATE INDEX ${of} ON memora.${name} (scope, ${rest.slice(1)};`;
    }),
  ].join('\n');
}

function columnText(column: PublishedColumn): string {
  const collation = column.kind === 'text' ? ' COLLATE "C"' : '';
  return `${column.name} ${typeOf(column)}${collation}${column.nullable ? '' : ' NOT NULL'}`;
}
