import { isPleasantry } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { isLogLine, isPassing } from '@memora/language/words';
import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import { admitMemory, type Evidence, LONGEST_STATEMENT, type Situation } from '../admit/admit-memory.ts';
import { countColumns } from '../admit/count-columns.ts';
import { holdMemory } from '../admit/hold-memory.ts';
import type { KnownTexts } from '../admit/known-texts.ts';
import { memoryError } from '../memory-error.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import type { SessionConversation } from '../session/session-conversation.ts';
import type { SessionSaves } from '../session/session-saves.ts';
import { aimMemory } from './aim-memory.ts';
import { composeMemory, stricter, toSeconds } from './compose-memory.ts';
import { findSimilar, NOTHING_NEAR } from './find-similar.ts';
import type { NewMemory } from './new-memory.ts';
import { bytesOf, previewMemory } from './preview-memory.ts';
import { nameOf } from './read-relations.ts';
import { readStanding } from './read-standing.ts';
import { toStatement } from './to-statement.ts';

/** What remembering needs of an open memory of an agent. */
export interface RememberPorts {
  readonly memory: Pick<
    Memory,
    'indexNotes' | 'previewNote' | 'claims' | 'query' | 'readSpans' | 'readNote' | 'revision'
  >;
  readonly vault: Pick<Vault, 'replaceNote'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly agent: string | null;
  readonly minLength: number;
  readonly now: () => Date;
  /** What MEMORY.md says now. */
  readonly pinned: () => Promise<KnownTexts>;
}

/** What remembering knows of the session. */
export interface RememberSession {
  readonly id: string;
  readonly known: KnownTexts;
  readonly conversation: Pick<SessionConversation, 'find'>;
  readonly saves: SessionSaves;
  /** Notes a memory that the session wrote. */
  readonly see: (id: string) => void;
  /** True for a memory that the session wrote or was shown. */
  readonly hasSeen: (id: string) => boolean;
}

const encoder = new TextEncoder();

/** Decides on a statement, writes the note of what is let in and indexes it. */
export async function rememberMemory(
  item: NewMemory,
  session: RememberSession,
  ports: RememberPorts,
): Promise<Admission> {
  const { agent, now, memory } = ports;
  const composed = composeMemory(item, { agent, session: session.id, now: now() });
  const isIndexed = (await memory.revision()) !== null;
  const { note: asked, evidence } = await withEvidence(await withTarget(composed, ports), item, session);
  // What is too long to be a statement is looked at no further.
  const isStatement = asked.content.length <= LONGEST_STATEMENT && countColumns(asked.content) > 0;
  const preview = await previewMemory(isStatement ? asked : null, ports);
  // After the preview, which waits for a store that another process is making.
  const near = isStatement && isIndexed ? await findSimilar(asked.content, memory) : NOTHING_NEAR;
  const note = await aimMemory(asked, preview.relations, near, memory);
  const { grounding, relations } = note === asked ? preview : await previewMemory(note, ports);
  const { same, isNewEvidence } = await readStanding(note, relations.same.map(nameOf), near.same, {
    memory,
    hasSeen: session.hasSeen,
  });
  const status = evidence === 'given' ? (grounding?.status ?? 'absent') : evidence;
  const isUsers = status === 'agrees' && grounding?.role === 'user' && grounding.trust === 1;
  const found: Evidence | null = status === null ? null : { status, isNew: isNewEvidence };
  const band = bandOf(note, grounding?.band ?? 'public');
  const source = note.source === 'agent' && grounding?.trust === TOOLS ? 'tool' : note.source;
  const isVouched = isUsers || relations.same.some(({ trust }) => trust === 1);
  const held = isStatement
    ? holdMemory({ content: note.content, kind: note.kind, source, isUsers: isVouched })
    : null;
  const connected = new Set([...same, ...relations.conflicts].map(({ id }) => id));
  const situation: Situation = {
    savesLeft: await session.saves.left(),
    minLength: ports.minLength,
    isKnown: isStatement && session.known.says(note.content),
    isPinned: isStatement && (await ports.pinned()).says(note.content),
    same,
    conflicts: held === null ? relations.conflicts : [],
    isExplicit: asked.supersedes !== null,
    similar: near.similar,
  };
  const candidate = {
    content: note.content,
    isPassing: isStatement && (isPassing(note.content) || isLogLine(note.content)),
    isGreeting: isStatement && isPleasantry(note.content),
    isSecretInPublic: band === 'secret' && item.privacy === 'public',
    evidence: found,
  };
  const admitted = admitMemory(candidate, situation);
  // Another process may have saved the last one of the session meanwhile.
  const isOver = admitted.isWritten && !(await session.saves.take());
  const { isWritten, ...verdict } = isOver
    ? admitMemory(candidate, { ...situation, savesLeft: 0 })
    : admitted;
  const written = { ...note, privacy: band, source, held } satisfies MemoryNote;
  if (isWritten) await write(written, session, ports);
  return {
    ...verdict,
    memoryId: isWritten ? note.id : null,
    similar: near.similar.filter(({ id }) => !connected.has(id)),
    trust: grounding?.trust ?? AGENTS,
    band,
    held: isWritten ? held : null,
    grounding:
      isUsers || status === 'agrees'
        ? 'quoted'
        : status === null || status === 'says_less'
          ? 'own_words'
          : 'none',
    savesLeft: await session.saves.left(),
  };
}

const AGENTS = 0.7;
const TOOLS = 0.3;

async function write(
  note: MemoryNote,
  session: RememberSession,
  { root, vault, memory }: RememberPorts,
): Promise<void> {
  const path = placeOfMemory(root, note);
  try {
    await vault.replaceNote(path, null, bytesOf(note));
  } catch (error) {
    await session.saves.putBack();
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

/** A note that replaces another is not older than that, whatever the clock says: naming it makes it the later one. */
async function withTarget(note: MemoryNote, { memory }: RememberPorts): Promise<MemoryNote> {
  if (note.supersedes === null) return note;
  const indexed = (await memory.revision()) !== null;
  const { claims } = indexed ? await memory.claims.listClaims({ noteId: note.supersedes }) : { claims: [] };
  const [first] = claims;
  if (first === undefined)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      `There is no memory ${note.supersedes} to replace.`,
      'Recall it first, and give the id that it has now.',
    );
  const latest = claims.map(({ validFrom }) => Date.parse(validFrom ?? '')).filter((at) => !Number.isNaN(at));
  const since = Math.max(0, ...latest);
  if (Date.parse(note.validFrom ?? note.created) >= since) return note;
  if (note.validFrom !== null)
    throw memoryError(
      'MEMORY_INVALID',
      `${note.supersedes} holds since a later time than what is to replace it.`,
      'Give a later valid_from, or leave it out.',
    );
  return { ...note, created: toSeconds(new Date(since)) };
}

/** Finds the turn that is quoted. */
async function withEvidence(
  note: MemoryNote,
  { quote, turn }: NewMemory,
  { conversation }: RememberSession,
): Promise<{ note: MemoryNote; evidence: 'given' | 'absent' | 'foreign' | null }> {
  if (quote === undefined) return { note, evidence: null };
  const words = typeof quote === 'string' ? toStatement(quote) : '';
  if (words === '' || words.length > LONGEST_STATEMENT) return { note, evidence: 'absent' };
  const link = await conversation.find(words, turn);
  if (link === 'foreign' || link === null) return { note, evidence: link ?? 'absent' };
  return { note: { ...note, evidence: link, quote: words }, evidence: 'given' };
}

let detector: Detector | undefined;

/** The strictest of what was asked for, what the words ask for, and the turn. */
function bandOf(note: MemoryNote, ofTurn: MemoryNote['privacy']): MemoryNote['privacy'] {
  detector ??= createDetector({ mode: 'enforce' });
  const text = [note.content, note.quote ?? '', note.entity ?? '', ...note.tags].join('\n');
  if (text.length > 16 * LONGEST_STATEMENT) return note.privacy;
  const { regions, markers } = parsePrivacyMarkers(encoder.encode(text));
  const found = detector.detect(text);
  const ofText = found.failed || regions.length + markers.length > 0 ? 'secret' : (found.band ?? 'public');
  return stricter(stricter(note.privacy, ofText), ofTurn);
}
