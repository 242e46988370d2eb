import { MemoraError } from '@memora/core';
import { appendToFile, placeIn, readPlainText } from '@memora/privacy/files';
import { ClaimsError } from '../model/errors/claims-error.ts';
import { type EntityEntry, parseEntities } from './parse-entities.ts';

/** The file in the vault's root with the user's entries about names. */
const ENTITIES_FILE = '_entities.md';

const HEADER = `# Entities

Which names mean the same person or thing. Each heading is one, each list item a name of it: \`- Annie\` everywhere, \`- Anna @ work/\`
in that folder alone. \`- not: Anna\` says that a name of its note means something else. Edit it as you like.
`;

/** Reads the user's entries about names; a missing file has none. Throws `ENTITIES_UNREADABLE`. */
export async function readEntities(vaultRoot: string): Promise<EntityEntry[]> {
  try {
    const text = readPlainText(placeIn(vaultRoot, ENTITIES_FILE));
    return text === null ? [] : parseEntities(text);
  } catch (cause) {
    throw entitiesError('ENTITIES_UNREADABLE', 'could not be read', cause);
  }
}

/** Appends lines to the file and syncs it to disk. Existing lines are never rewritten. Throws `ENTITIES_UNWRITABLE`. */
export async function appendToEntities(vaultRoot: string, lines: string): Promise<void> {
  try {
    appendToFile(placeIn(vaultRoot, ENTITIES_FILE), lines, {
      mode: 0o644,
      header: HEADER,
      onOwnLine: true,
      flush: true,
    });
  } catch (cause) {
    throw entitiesError('ENTITIES_UNWRITABLE', 'could not be written', cause);
  }
}

function entitiesError(
  code: 'ENTITIES_UNREADABLE' | 'ENTITIES_UNWRITABLE',
  what: string,
  cause: unknown,
): MemoraError {
  const isRefused = MemoraError.isInstance(cause) && cause.code === 'FILE_REFUSED';
  return new ClaimsError(isRefused ? cause.message : `${ENTITIES_FILE} ${what}`, {
    code,
    hint: 'Check the file in the root of the vault: it contains your decisions about names.',
    cause,
  });
}
