import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import type { Admission } from '../admit/admission.ts';
import { admitMemory, type Evidence, LONGEST_STATEMENT, type Situation } from '../admit/admit-memory.ts';
import { holdMemory } from '../admit/hold-memory.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { isMemoryId } from '../note/memory-place.ts';
import { stricter } from './compose-memory.ts';
import { countColumns } from './count-columns.ts';
import { findSimilar, NOTHING_NEAR } from './find-similar.ts';
import { previewMemory } from './preview-memory.ts';
import { nameOf } from './read-relations.ts';
import { readStanding } from './read-standing.ts';
import type { RememberPorts, RememberSession } from './remember-memory.ts';

/** What a decision goes by beside the note. */
interface DecideOptions {
  /** Whether a turn that is quoted was found; null without a quote. */
  readonly evidence: 'given' | 'absent' | null;
  /** True where whoever saves it says that it is so for a moment. */
  readonly isPassing?: boolean;
  readonly isPublicAsked: boolean;
  readonly savesLeft: number | null;
  readonly session: Pick<RememberSession, 'known' | 'hasSeen'>;
}

/** What is decided of a memory, and the note as it would be written. */
export interface DecidedMemory {
  readonly note: MemoryNote;
  readonly isWritten: boolean;
  /** True for what says again what is remembered. */
  readonly isRepeat: boolean;
  readonly admission: Omit<Admission, 'memoryId' | 'held' | 'hidden' | 'savesLeft'>;
  /** True where nothing was indexed that it could be decided by. */
  readonly isBlind: boolean;
  /** Memories that the decision went by. */
  readonly looked: readonly string[];
}

const AGENTS = 0.7;
const TOOLS = 0.3;
const encoder = new TextEncoder();

/** Decides on a memory as the vault is now; writes nothing. */
export async function decideMemory(
  asked: MemoryNote,
  { evidence, isPassing = false, isPublicAsked, savesLeft, session }: DecideOptions,
  ports: RememberPorts,
): Promise<DecidedMemory> {
  const { memory } = ports;
  // What is too long to be a statement is looked at no further.
  const isStatement = asked.content.length <= LONGEST_STATEMENT && countColumns(asked.content) > 0;
  const preview = await previewMemory(isStatement ? asked : null, ports);
  // After the preview, which waits for a store that another process is making.
  const isIndexed = (await memory.revision()) !== null;
  const near = isStatement && isIndexed ? await findSimilar(asked.content, memory, ports.root) : NOTHING_NEAR;
  // A person's note is trusted more: naming its claim lets the two stand side by side, contested.
  const [against = null] =
    asked.supersedes === null && preview.relations.conflicts.length === 0 ? near.against : [];
  const note = against === null ? asked : { ...asked, supersedes: against };
  const { grounding, relations } = note === asked ? preview : await previewMemory(note, ports);
  const { same, isNewEvidence } = await readStanding(note, relations.same.map(nameOf), near.same, {
    memory,
    hasSeen: session.hasSeen,
  });
  const status = evidence === 'given' ? (grounding?.status ?? 'absent') : evidence;
  const isUsers = status === 'agrees' && grounding?.role === 'user' && grounding.trust === 1;
  const isGrounded = status === 'agrees' || status === 'says_less';
  // What another's turn says, or what the user pasted, is not the user's word, whatever whoever saves it calls it.
  const isOfAnother = grounding !== null && (grounding.role !== 'user' || grounding.trust < AGENTS);
  const isForeign = isGrounded && isOfAnother && asked.saidBy === 'user';
  const found: Evidence | null = status === null ? null : { status, isNew: isNewEvidence };
  const band = bandOf(note, grounding?.band ?? 'public');
  const source = note.source === 'agent' && grounding?.trust === TOOLS ? 'tool' : note.source;
  const isVouched = isUsers || relations.same.some(({ trust }) => trust === 1);
  const held = isStatement
    ? holdMemory({
        content: note.content,
        kind: note.kind,
        source,
        isUsers: isVouched,
        isReported: note.saidBy === 'user' && !isForeign,
      })
    : null;
  const connected = new Set([...same, ...relations.conflicts].map(({ id }) => id));
  const situation: Situation = {
    savesLeft,
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
    isPassing,
    isSecretInPublic: band === 'secret' && isPublicAsked,
    evidence: found,
  };
  const { isWritten, ...verdict } = admitMemory(candidate, situation);
  const nearIds = [...near.similar.map(({ id }) => id), ...near.same];
  return {
    // A turn that says something else is no evidence of it; where one proves that the user said it, nobody has to say so.
    note: {
      ...(isUsers || isForeign ? withoutSaidBy(note) : note),
      evidence: isGrounded ? note.evidence : null,
      privacy: band,
      source,
      held,
    },
    isWritten,
    isRepeat: verdict.code === 'no_new_evidence',
    isBlind: !isIndexed,
    admission: {
      ...verdict,
      similar: near.similar.filter(({ id }) => !connected.has(id)),
      trust: isGrounded && grounding !== null ? grounding.trust : source === 'agent' ? AGENTS : TOOLS,
      band,
      grounding:
        status === 'agrees' ? 'quoted' : status === null || status === 'says_less' ? 'own_words' : 'none',
    },
    looked: [...new Set([...(note.supersedes ?? '').split(' '), ...connected, ...nearIds])].filter(
      isMemoryId,
    ),
  };
}

function withoutSaidBy({ saidBy: _, ...note }: MemoryNote): MemoryNote {
  return note;
}

let detector: Detector | undefined;

/** The strictest of what was asked for, what the words ask for, and the turn. */
function bandOf(note: MemoryNote, ofTurn: MemoryNote['privacy']): MemoryNote['privacy'] {
  detector ??= createDetector({ mode: 'enforce' });
  const { content, quote, entity, tags, original, details } = note;
  const text = [content, quote ?? '', entity ?? '', original ?? '', details ?? '', ...tags].join('\n');
  if (text.length > 16 * LONGEST_STATEMENT) return note.privacy;
  const { regions, markers } = parsePrivacyMarkers(encoder.encode(text));
  const found = detector.detect(text);
  const ofText = found.failed || regions.length + markers.length > 0 ? 'secret' : (found.band ?? 'public');
  return stricter(stricter(note.privacy, ofText), ofTurn);
}
