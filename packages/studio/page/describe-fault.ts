import { hintByCode } from './server.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  STOPPED: 'Stopped.',
  UNREACHABLE: 'Memora is not running any more. Start it again with “memora open”.',
  NOT_INDEXED: 'Your notes have not been read yet. Try again in a moment.',
  NOTE_NOT_FOUND: 'The note is not there. It may have been moved or deleted.',
  NOTE_SECRET: 'This note is secret.',
  NOTE_CHANGED: 'The note has changed meanwhile. Look at it again and repeat the edit.',
  SOURCE_CHANGED: 'A note has changed since it was asked. Ask again for a receipt of what it says now.',
  NOTE_UNWRITABLE: 'The note cannot be written: it is read-only.',
  VAULT_NOT_FOUND:
    'The folder of these notes is not there. It may have been moved, or its disk is not connected. Your answers stay here until it is back.',
  FOLDER_NOT_FOUND:
    'There is no such folder. Name it from the root of the disk, or with ~ for your home folder.',
  MODEL_UNREACHABLE: 'The model does not reply. Is its server running?',
  DATABASE_BUSY: 'Another program is writing just now. Try again in a moment.',
  NOT_FOUND: 'That is not kept any more. Ask the question again.',
};

/** Returns a sentence for an error code. */
export function describeFault(code: string): string {
  const hint = hintByCode.get(code) ?? '“memora doctor” says what to do.';
  return SENTENCES[code] ?? `Something went wrong (${code}). ${hint}`;
}
