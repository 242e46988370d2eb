import type { Admission } from '../admit/admission.ts';
import { batchOfSession, checkSum } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { replacedBy, withReplaced } from '../note/replaced-memories.ts';
import { bytesOf } from './preview-memory.ts';
import type { RememberPorts, RememberSession } from './remember-memory.ts';
import { pathOfMemory, readNoteAt, takePlace } from './take-place.ts';

/**
 * Links a saved memory, from any session, as the replacement of another one. Its own note records that from now
 * on; its words, speaker and evidence stay. The previous version is kept, so rolling back this session removes
 * only the link. Throws `MEMORY_NOT_FOUND`, and `MEMORY_INVALID` for a memory that was itself replaced.
 */
export async function linkMemory(
  id: string,
  by: string,
  session: Pick<RememberSession, 'id' | 'saves'>,
  ports: Pick<RememberPorts, 'memory' | 'vault' | 'log' | 'keep' | 'now'>,
): Promise<Admission> {
  const { memory, vault, log, keep, now } = ports;
  const path = await pathOfMemory(by, memory);
  const saved = path === null ? null : await readNoteAt(path, memory);
  if (path === null || saved === null)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      'No memory has the id given in `by`.',
      'Save it first, and give the id that the save returned.',
    );
  if (id === by)
    throw memoryError('MEMORY_INVALID', 'A memory cannot replace itself.', 'Give two different ids.');
  const isReplaced = async (noteId: string) =>
    (await memory.claims.listClaims({ noteId })).claims.every(
      ({ status }) => status === 'superseded' || status === 'retracted',
    );
  if (await isReplaced(by))
    throw memoryError(
      'MEMORY_INVALID',
      'The memory given in `by` was itself replaced.',
      'Pass `content` in place of `by`: a sentence that says what is true now.',
    );
  const { kind, entity, tags } = saved;
  // A default value is not a choice, so the memory is filed like the one that it replaces.
  const given = {
    ...(kind === 'fact' ? {} : { kind }),
    ...(entity === null ? {} : { entity }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const placed = await takePlace({ ...saved, supersedes: id }, given, ports);
  const older = (await memory.claims.listClaims({ noteId: id })).claims;
  // A note that replaces a later one gets a new date, unless that would end the user's last statement with an earlier one.
  if (placed.created !== saved.created && older.some(({ trust }) => trust === 1))
    throw memoryError(
      'MEMORY_INVALID',
      'The memory in `by` is older than the statement of the user.',
      'Ask the user, and quote their answer.',
    );
  const note = {
    ...withReplaced(placed, [...replacedBy(saved), id]),
    // A memory becomes an instruction only by its own words and kind, and never by a link.
    kind: placed.kind === 'procedure' ? kind : placed.kind,
  };
  const batch = batchOfSession(session.id);
  const [before, bytes] = [await memory.readNote(path), bytesOf(note)];
  if (before !== null) await keep(batch, path, before);
  log.append({
    time: now().toISOString(),
    batch,
    operation: 'memory_updated',
    notes: [by, id],
    asked: id,
    sum: checkSum(batch, bytes),
    code: 'linked',
  });
  await vault.replaceNote(path, before, bytes);
  await memory.indexNotes([path]);
  const [own] = (await memory.claims.listClaims({ noteId: by })).claims;
  const isDone = await isReplaced(id);
  const code = isDone ? 'explicit' : 'less_trusted';
  return {
    decision: isDone ? 'supersede' : 'contest',
    code,
    reasons: [{ code, target: id }],
    memoryId: by,
    target: id,
    similar: [],
    trust: own?.trust ?? 0,
    band: note.privacy,
    held: note.held,
    grounding: note.evidence === null ? 'own_words' : 'quoted',
    hidden: [],
    savesLeft: await session.saves.left(),
  };
}
