import { assignNoteIds } from '@memora/vault';
import { bandCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { forgetMeta, readMeta } from '../schema/meta.ts';

/** True if a note was added, deleted, moved or claims another id since the ids were settled. */
export function noteIdsAreDue(db: Sqlite.Database): boolean {
  return readMeta(db, 'note_ids_due') === 1;
}

/**
 * Gives the live notes the ids that a fresh index would. Returns the paths of those whose id changed: they must be written again, and stay marked until they
 * are. Run it in a transaction.
 */
export function settleNoteIds(db: Sqlite.Database): string[] {
  // No two live notes share an id: if each has the id that it claims, no id is claimed twice.
  if (prepareQuery(db, 'otherIds').get() === undefined) {
    forgetMeta(db, 'note_ids_due');
    return [];
  }
  const rows = prepareQuery(db, 'claimedIds').all();
  const ids = assignNoteIds(
    rows.map(({ path, id, declares, band }) => ({
      path,
      id,
      idSource: declares === 1 ? 'frontmatter' : 'path',
      isSecret: bandCodes.toName(band) === 'secret',
    })),
  );
  const other = rows.flatMap((row) => {
    const id = ids.get(row.path)?.id ?? row.note_id;
    return id === row.note_id ? [] : [{ ...row, id }];
  });
  const rename = prepareQuery(db, 'setNoteId');
  // Two notes may swap ids.
  for (const { key } of other) rename.run(`\u0000${key}`, key);
  for (const { id, key } of other) rename.run(id, key);
  forgetMeta(db, 'note_ids_due');
  return other.map(({ path }) => path);
}
