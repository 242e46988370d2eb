import type { Admission } from '../admit/admission.ts';
import { batchOfSession, checkSum } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { toSeconds } from './compose-memory.ts';
import { bytesOf } from './preview-memory.ts';
import { type RememberPorts, type RememberSession, rememberMemory } from './remember-memory.ts';
import { pathOfMemory, readNoteAt, takePlace } from './take-place.ts';

/**
 * Says that a memory which was saved takes the place of another one. One of this session is linked in its own note; what another session saved is said again by
 * this one, so that taking this session back takes the link back alone. Throws `MEMORY_NOT_FOUND`.
 */
export async function linkMemory(
  id: string,
  by: string,
  session: RememberSession,
  ports: RememberPorts,
): Promise<Admission> {
  const { memory, vault, log, now } = ports;
  const path = await pathOfMemory(by, memory);
  const saved = path === null ? null : await readNoteAt(path, memory);
  if (path === null || saved === null)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      'No memory has the id given in `by`.',
      'Save it first, and give the id that the save answered.',
    );
  if (id === by)
    throw memoryError('MEMORY_INVALID', 'A memory does not replace itself.', 'Give two different ids.');
  const { kind, entity, tags, validFrom, validUntil } = saved;
  // What is the default is no choice: the memory is filed as the one whose place it takes.
  const given = {
    ...(kind === 'fact' ? {} : { kind }),
    ...(entity === null ? {} : { entity }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  if (saved.session !== session.id) {
    const said = {
      content: saved.content,
      ...given,
      ...(validFrom === null ? {} : { validFrom }),
      ...(validUntil === null ? {} : { validUntil }),
    };
    return rememberMemory({ ...said, supersedes: id }, session, ports);
  }
  const asked = { ...saved, supersedes: id, created: later(saved.created, toSeconds(now())) };
  const placed = await takePlace(asked, given, ports);
  // An instruction is held by its own words and kind: a link makes none of what was none.
  const note = { ...placed, kind: placed.kind === 'procedure' ? kind : placed.kind };
  const bytes = bytesOf(note);
  const batch = batchOfSession(session.id);
  const before = await memory.readNote(path);
  log.append({
    time: now().toISOString(),
    batch,
    operation: 'supersede',
    notes: [by, id],
    asked: id,
    sum: checkSum(batch, bytes),
    code: 'explicit',
  });
  await vault.replaceNote(path, before, bytes);
  await memory.indexNotes([path]);
  const { claims } = await memory.claims.listClaims({ noteId: id });
  const [own] = (await memory.claims.listClaims({ noteId: by })).claims;
  const isReplaced = claims.every(({ status }) => status === 'superseded' || status === 'retracted');
  const code = isReplaced ? 'explicit' : 'less_trusted';
  return {
    decision: isReplaced ? 'supersede' : 'contest',
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

function later(a: string, b: string): string {
  return a > b ? a : b;
}
