import { storeError } from '../open/to-store-error.ts';

const SAYS = 'a value in the index is damaged';
const REMEDY = 'Restore a backup, or delete the index and index again: it is derived from the notes.';

/** Parses JSON that this store wrote. Throws `DATABASE_CORRUPT`, without the text, if a damaged page contains something else. */
export function parseStored<Value>(json: string): Value {
  try {
    return JSON.parse(json) as Value;
  } catch {
    // No cause: the message of a syntax error quotes the text.
    throw storeError('DATABASE_CORRUPT', SAYS, REMEDY);
  }
}

/** {@link parseStored} for a list of texts. */
export function parseStoredTexts(json: string): string[] {
  const value = parseStored<unknown>(json);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw storeError('DATABASE_CORRUPT', SAYS, REMEDY);
}

/** {@link parseStored} for an object; an absent one is empty. */
export function parseStoredRecord(json: string | null): Record<string, unknown> {
  const value = json === null ? {} : parseStored<unknown>(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw storeError('DATABASE_CORRUPT', SAYS, REMEDY);
}
