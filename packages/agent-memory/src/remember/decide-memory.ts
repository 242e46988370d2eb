import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import { findSecretRanges } from '@memora/privacy/internal';
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

/** The inputs of a decision besides the note. */
interface DecideOptions {
  /** Whether the quoted turn was found; null without a quote. */
  readonly evidence: 'given' | 'absent' | null;
  /** True if the caller says that it is valid only for the moment. */
  readonly isPassing?: boolean;
  readonly isPublicAsked: boolean;
  readonly savesLeft: number | null;
  readonly session: Pick<RememberSession, 'known' | 'hasSeen'>;
}

/** The decision about a memory, and the note to write. */
export interface DecidedMemory {
  readonly note: MemoryNote;
  readonly isWritten: boolean;
  /** True if it repeats a memory. */
  readonly isRepeat: boolean;
  readonly admission: Omit<Admission, 'memoryId' | 'held' | 'hidden' | 'savesLeft'>;
  /** True if nothing was indexed to compare it with. */
  readonly isBlind: boolean;
  /** Memories that influenced the decision. */
  readonly looked: readonly string[];
}

const AGENTS = 0.7;
const TOOLS = 0.3;
/** The trust of an agent's own statement, or of one that it got from elsewhere. */
export const trustOfSource = (source: string): number => (source === 'agent' ? AGENTS : TOOLS);

const encoder = new TextEncoder();

/** Decides about a memory in the current vault; writes nothing. */
export async function decideMemory(
  asked: MemoryNote,
  { evidence, isPassing = false, isPublicAsked, savesLeft, session }: DecideOptions,
  ports: RememberPorts,
): Promise<DecidedMemory> {
  const { memory } = ports;
  // A text that is too long to be a statement is not examined further.
  const isStatement = asked.content.length <= LONGEST_STATEMENT && countColumns(asked.content) > 0;
  const preview = await previewMemory(isStatement ? asked : null, ports);
  // This runs after the preview, which waits for a store that another process is creating.
  const isIndexed = (await memory.revision()) !== null;
  const near = isStatement && isIndexed ? await findSimilar(asked.content, memory, ports.root) : NOTHING_NEAR;
  // A person's note is more trusted: naming its claim leaves both in place, contested.
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
  // A turn by somebody else, or text that the user pasted, does not count as said by the user, whatever the
  // caller says.
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
    // A turn that says something else is not evidence. If evidence proves that the user said it, `saidBy` is not needed.
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
      trust: isGrounded && grounding !== null ? grounding.trust : trustOfSource(source),
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

/** The strictest of the requested band, the band that the words require, and the turn's band. */
function bandOf(note: MemoryNote, ofTurn: MemoryNote['privacy']): MemoryNote['privacy'] {
  detector ??= createDetector({ mode: 'enforce' });
  const { content, quote, entity, tags, original, details } = note;
  // The name of an entity may be the label of its content.
  const text = [entity ?? '', content, quote ?? '', original ?? '', details ?? '', ...tags].join('\n');
  if (text.length > 16 * LONGEST_STATEMENT) return note.privacy;
  const { regions, markers } = parsePrivacyMarkers(encoder.encode(text));
  const found = detector.detect(text);
  const isSecret =
    found.failed || regions.length + markers.length > 0 || findSecretRanges(text, detector)?.length !== 0;
  const ofText = isSecret ? 'secret' : found.band;
  return stricter(stricter(note.privacy, ofText), ofTurn);
}
