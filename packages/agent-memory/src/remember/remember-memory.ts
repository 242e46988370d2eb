import type { Memory } from '@memora/engine';
import { hideCredentials } from '@memora/privacy/internal';
import type { Vault } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import { LONGEST_STATEMENT } from '../admit/admit-memory.ts';
import type { KnownTexts } from '../admit/known-texts.ts';
import { batchOfSession, checkSum, type OpenLearningLog } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import type { SessionConversation } from '../session/session-conversation.ts';
import type { SessionSaves } from '../session/session-saves.ts';
import { composeMemory } from './compose-memory.ts';
import { type DecidedMemory, decideMemory } from './decide-memory.ts';
import type { NewMemory } from './new-memory.ts';
import { bytesOf } from './preview-memory.ts';
import { settleMemory } from './settle-memory.ts';
import { takePlace } from './take-place.ts';

/** The parts of an open agent memory that remembering needs. */
export interface RememberPorts {
  readonly memory: Pick<
    Memory,
    | 'indexNotes'
    | 'refresh'
    | 'previewNote'
    | 'claims'
    | 'query'
    | 'readSpans'
    | 'readNote'
    | 'revision'
    | 'settings'
  >;
  readonly vault: Pick<Vault, 'replaceNote'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly agent: string | null;
  readonly minLength: number;
  readonly now: () => Date;
  /** The current text of MEMORY.md. */
  readonly pinned: () => Promise<KnownTexts>;
  readonly log: OpenLearningLog;
  /** Keeps the bytes of a path before a batch changes it. */
  readonly keep: (batch: string, path: string, bytes: Uint8Array) => Promise<void>;
  readonly createId?: (() => string) | undefined;
}

/** The session data that remembering needs. */
export interface RememberSession {
  readonly id: string;
  readonly known: KnownTexts;
  readonly conversation: Pick<SessionConversation, 'find'>;
  readonly saves: SessionSaves;
  /** Records a memory that the session wrote. */
  readonly see: (id: string) => void;
  /** Records a memory that the session repeated. */
  readonly repeat: (id: string) => void;
  /** True if a repetition must be stored: the first time it is said, if another session's memory was a reason not to write it. */
  readonly isRepeat: (content: string, looked: readonly string[]) => boolean;
  /** Returns the memories that the session was shown since the last call. */
  readonly takeShown: () => readonly string[];
  /** True for a memory that the session wrote, repeated or was shown. */
  readonly hasSeen: (id: string) => boolean;
}

/** Decides about a statement, writes its note if it is admitted, and indexes it. */
export async function rememberMemory(
  item: NewMemory,
  session: RememberSession,
  ports: RememberPorts,
): Promise<Admission> {
  const { agent, now } = ports;
  const time = now();
  const composed = composeMemory(item, { agent, session: session.id, now: time, createId: ports.createId });
  const { note: asked, evidence } = await withEvidence(await takePlace(composed, item, ports), item, session);
  const isPassing = item.lasts === 'moment';
  const isPublicAsked = item.privacy === 'public';
  const decide = (savesLeft: number | null) =>
    decideMemory(asked, { evidence, isPassing, isPublicAsked, savesLeft, session }, ports);
  // A memory that replaces another does not change the total.
  const isCounted = asked.supersedes === null || session.saves.countsReplacing === true;
  const left = async () => (isCounted ? session.saves.left() : null);
  const first = await decideFirst(() => left().then(decide), ports);
  // Another process may have used the last save of the session meanwhile.
  const isOver = isCounted && first.isWritten && !(await session.saves.take());
  const decided = isOver ? await decide(0) : first;
  const { note, admission, isWritten } = decided;
  const saving = { ...decided, asked: asked.supersedes };
  if (isWritten) await write(saving, time, session, ports);
  else if (decided.isRepeat && session.isRepeat(note.content, decided.looked))
    await keepRepeat(saving, time, session, ports);
  return {
    ...(isWritten ? await settleMemory(note.id, admission, ports.memory) : admission),
    memoryId: isWritten ? note.id : null,
    held: isWritten ? note.held : null,
    hidden:
      typeof item.content === 'string'
        ? hideCredentials(item.content.slice(0, LONGEST_STATEMENT)).hidden
        : [],
    savesLeft: await session.saves.left(),
  };
}

/** Indexes the existing notes before the first memory of a vault is decided. */
async function decideFirst(
  decide: () => Promise<DecidedMemory>,
  { memory }: Pick<RememberPorts, 'memory'>,
): Promise<DecidedMemory> {
  const decided = await decide();
  if (!decided.isWritten || !decided.isBlind) return decided;
  // An obstacle is reported when the memory is indexed.
  await memory.refresh({ first: true }).catch(() => undefined);
  return decide();
}

/** A decided memory, with the one that it replaces according to the caller. */
type SavedMemory = DecidedMemory & { readonly asked: string | null };

/** The log entry comes before the note: whenever the process is killed, a note that a batch wrote can be found by its batch. */
async function write(
  { note, admission, looked, asked }: SavedMemory,
  time: Date,
  session: RememberSession,
  { memory, vault, root, log }: RememberPorts,
): Promise<void> {
  const path = placeOfMemory(root, note);
  const bytes = bytesOf(note);
  const batch = batchOfSession(session.id);
  try {
    log.append({
      time: time.toISOString(),
      batch,
      operation: OPERATIONS[admission.decision],
      notes: [note.id, ...looked],
      shown: session.takeShown(),
      asked,
      sum: checkSum(batch, bytes),
      code: admission.code,
    });
    await vault.replaceNote(path, null, bytes);
  } catch (error) {
    if (asked === null || session.saves.countsReplacing === true) await session.saves.putBack();
    throw error;
  }
  session.see(note.id);
  const [failed] = await memory.indexNotes([path]);
  if (failed !== undefined)
    throw memoryError(
      'MEMORY_NOT_INDEXED',
      `${path} is written and could not be indexed: ${failed.code}.`,
      'Run index again; the memory is not lost.',
    );
}

const OPERATIONS = {
  accept: 'remember',
  reinforce: 'reinforce',
  supersede: 'supersede',
  contest: 'contest',
  reject: 'remember',
} as const;

/**
 * Stores a repetition without writing it as a memory, so that it can replace the memory that it repeats if
 * that one is removed.
 */
async function keepRepeat(
  { note, admission, looked, asked }: SavedMemory,
  time: Date,
  session: RememberSession,
  { keep, root, log }: RememberPorts,
): Promise<void> {
  const batch = batchOfSession(session.id);
  const bytes = bytesOf(note);
  log.append({
    time: time.toISOString(),
    batch,
    operation: 'reinforce',
    notes: [note.id, ...looked],
    shown: session.takeShown(),
    asked,
    sum: checkSum(batch, bytes),
    code: admission.code,
  });
  await keep(batch, placeOfMemory(root, note), bytes);
  for (const id of looked) session.repeat(id);
}

/** Finds the recorded turn that is quoted. */
async function withEvidence(
  note: MemoryNote,
  { turn }: NewMemory,
  { conversation }: RememberSession,
): Promise<{ note: MemoryNote; evidence: 'given' | 'absent' | null }> {
  if (note.quote === null) return { note, evidence: null };
  const link = await conversation.find(note.quote, turn);
  if (link === 'foreign' || link === null) return { note, evidence: 'absent' };
  return { note: { ...note, evidence: link }, evidence: 'given' };
}
