import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@memora/engine';
import { usageError } from './read-option.ts';
import { scanNotes } from './scan-notes.ts';

/**
 * Throws `USAGE` if the folder holds no Markdown notes and was never a vault: a mistyped folder of pictures
 * gets no `.memora`.
 */
export async function refuseEmptyFolder(memory: Pick<Memory, 'vault' | 'settings'>): Promise<void> {
  if (existsSync(join(memory.vault, '.memora'))) return;
  for await (const _ of scanNotes(memory)) return;
  throw usageError(
    'this folder contains no Markdown notes',
    'Pass the folder of your notes with --vault. For a new vault: memora init --vault FOLDER.',
  );
}
