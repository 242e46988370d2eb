import { MemoraError } from '@memora/core';
import { changeConfigFile, readConfigFile, removeEmptyFolders } from './config-file.ts';
import type { EditRecord, EditRecords } from './edit-record.ts';
import { undoEdit } from './undo-edit.ts';

/** The result for one file. */
export interface UndoneEdit {
  readonly file: string;
  readonly client: string;
  /**
   * `as-it-was`: byte for byte. `taken-out`: other programs have changed it since, and their text stays.
   * `removed`: there was no file.
   */
  readonly done: 'as-it-was' | 'taken-out' | 'removed' | 'gone' | 'failed';
  readonly error?: unknown;
}

/** Undoes every edit. A failed one is reported, and its record stays for the next time. */
export async function undoAll(records: EditRecords): Promise<UndoneEdit[]> {
  const undone: UndoneEdit[] = [];
  for (const record of records.all()) {
    const { file, client } = record;
    try {
      undone.push({ file, client, done: await undo(record) });
      records.drop(record);
    } catch (error) {
      undone.push({ file, client, done: 'failed', error });
    }
  }
  for (const file of records.unreadable())
    undone.push({ file, client: '', done: 'failed', error: unreadable(file) });
  return undone;
}

function unreadable(file: string): MemoraError<'SETUP_RECORD_UNREADABLE'> {
  return new MemoraError(`${file} can't be read, so what \`memora setup\` wrote there is not known`, {
    code: 'SETUP_RECORD_UNREADABLE',
    hint: 'The file of the same name that ends in .backup contains the bytes from before. Remove the entry "memora" from the client\'s file by hand, then remove the record.',
  });
}

async function undo(record: EditRecord): Promise<UndoneEdit['done']> {
  const found = readConfigFile(record.file);
  if (found.bytes === null) return 'gone';
  const bytes = undoEdit(found.bytes, record);
  await changeConfigFile(found, bytes);
  if (bytes === null) {
    removeEmptyFolders(record.madeFolders);
    return 'removed';
  }
  return record.before !== null && bytes.equals(record.before) ? 'as-it-was' : 'taken-out';
}
