import { changeConfigFile, isSame, missingFolders, readConfigFile } from './config-file.ts';
import { type EditRecord, type EditRecords, isSameTarget } from './edit-record.ts';
import { isInPlace, type PlannedEdit, planAgain } from './plan-edits.ts';

/** The number of retries if the file changes during the edit. After that, it is left to its own program. */
const MOST_TRIES = 3;

/**
 * Makes an edit and returns the path of the backup, null if there was no file. The undo record is on disk
 * before the file is changed. A file that changes meanwhile is read again. Throws the disk's errors,
 * `CLIENT_FILE_UNREADABLE` and `CLIENT_FILE_CHANGED`.
 */
export async function applyEdit(planned: PlannedEdit, records: EditRecords): Promise<string | null> {
  let edit = planned;
  for (let tries = 1; ; tries++) {
    const { before, after, file, target, client } = edit;
    const isOwn = (each: EditRecord) => each.file === file.path && isSameTarget(each.target, target);
    const known = records.all().find(isOwn);
    const made = [...(known?.madeFolders ?? []), ...missingFolders(file.path)];
    const record: EditRecord = {
      file: file.path,
      client: client.id,
      target,
      before,
      after,
      madeFolders: made,
    };
    const backup = await records.keep(record);
    try {
      if (!isInPlace(edit)) await changeConfigFile(file, after);
      return backup;
    } catch (error) {
      const isChanged = (error as { code?: unknown }).code === 'CLIENT_FILE_CHANGED';
      // Another setup already made the same edit, so both share one record.
      if (isChanged && isSame(readConfigFile(file.path).bytes, after)) return backup;
      const kept = records.all().find(isOwn);
      if (known !== undefined) await records.keep(known);
      else if (kept !== undefined && isSame(kept.after, after)) records.drop(record);
      if (!isChanged || tries === MOST_TRIES) throw error;
      edit = planAgain(edit, records.all());
    }
  }
}

export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'UNEXPECTED';
}
