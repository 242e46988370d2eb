import type { Band, Blake3, ClaimId } from '@memora/core';
import { strictestBand } from '@memora/core';
import { segmentSentences } from '@memora/language/sentences';
import { readRememberRequest } from '@memora/language/words';
import type { SecretCodec } from '@memora/privacy';
import { alignQuote } from '@memora/validator/align';
import { checkCriticalTokens, compareWords } from '@memora/validator/guard';
import { type NoteTurn, type ParsedNote, parseNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { Extraction } from '../../model/extractor.ts';
import { identifyClaims } from '../identify-claims.ts';
import { prepareClaims } from '../prepare-claims.ts';
import { trustOfNote, trustOfSegment } from '../segment-voice.ts';
import { readTurnLink } from './turn-link.ts';

/** The effect of a quoted turn on the memory that quotes it. */
export interface Grounding {
  /**
   * `agrees`: the statement is the quote, word for word, and consists of whole sentences of the turn.
   * `disagrees`: one of its figures differs. `says_less`: the words differ, and a reader must judge whether
   * it follows. `absent`: the quote is not in the turn, or there is no such turn.
   */
  readonly status: 'agrees' | 'says_less' | 'disagrees' | 'absent';
  /** The trust of the memory. */
  readonly trust: number;
  /** The claims of the turn that contain the quote: if they become invalid, so does the memory. */
  readonly cites: readonly ClaimId[];
  readonly role: NoteTurn['role'] | null;
  /** The strictest band of the quoted text; of the whole turn if the quote was not found. */
  readonly band: Band;
}

interface GroundingPorts {
  /** Reads the bytes of a note; null if it does not exist. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly extract: (note: ParsedNote, bytes: Uint8Array) => Extraction;
  readonly defaultBand?: Band | undefined;
  readonly codec?: SecretCodec | undefined;
  readonly hash?: Blake3;
}

/** An id that no claim has: a claim that cites it has lost its evidence. */
const GONE = '0'.repeat(16) as ClaimId;

/**
 * Reads the turn that a memory names as its evidence, and compares its statement with the quote. A statement in the user's own words has the trust of those
 * words. Returns null for a note that is not a memory or names no evidence. `statement` is the memory's statement.
 */
export async function groundMemory(
  memory: ParsedNote,
  bytes: Uint8Array,
  ports: GroundingPorts,
): Promise<Grounding | null> {
  const { fields } = memory.frontmatter;
  const evidence = fields.get('evidence');
  const link: unknown = Array.isArray(evidence) ? evidence[0] : evidence;
  const quote = fields.get('quote');
  if (!isMemoryPath(memory.path) || typeof link !== 'string' || typeof quote !== 'string') return null;
  const turn = readTurnLink(link);
  const ofNote = trustOfNote(memory);
  const gone: Grounding = { status: 'absent', trust: ofNote, cites: [GONE], role: null, band: 'public' };
  const read = turn === null ? null : await ports.readNote(turn.path).catch(() => null);
  if (turn === null || read === null) return gone;
  const { path, index } = turn;
  const note = parseNote(read, {
    path,
    ...(ports.defaultBand === undefined ? {} : { defaultBand: ports.defaultBand }),
  });
  const said = note.turns.find((each) => each.index === index);
  if (said === undefined) return gone;
  const segments = note.segments.flatMap((segment, at) =>
    segment.turn?.index === index ? [{ segment, at }] : [],
  );
  const own = segments.filter(({ segment }) => segment.turn?.own === true);
  const textOf = (list: typeof segments) =>
    list.map(({ segment }) => segment.prose ?? segment.text).join(' ');
  const isOwn = isSaid(textOf(own), quote);
  if (!isOwn && !isSaid(said.text, quote)) return gone;
  const statement = new TextDecoder().decode(bytes.subarray(memory.body.start, memory.body.end)).trim();
  const [first] = isOwn ? own : segments;
  const ofTurn = first === undefined ? 0 : isOwn ? trustOfSegment(note, first.segment) : 0.3;
  const claims = prepareClaims(note, read, ports.extract(note, read).claims);
  const ids = identifyClaims(note.id, claims, read, ports.codec, ports.hash);
  const places = new Set((isOwn ? own : segments).map(({ at }) => at));
  const cites = claims.flatMap(({ extracted, band, text }, i) =>
    places.has(extracted.segment) && band !== 'secret' && (isSaid(text, quote) || isSaid(quote, text))
      ? [ids[i] as ClaimId]
      : [],
  );
  // Other text in the turn may be secret although the quoted words are not.
  const texts = segments.filter(({ segment }) => {
    const text = segment.prose ?? segment.text;
    return isSaid(text, quote) || isSaid(quote, text);
  });
  const isQuote =
    isSame(statement, quote) &&
    isWhole(
      (isOwn ? own : segments).map(({ segment }) => segment.prose ?? segment.text),
      quote,
    );
  const status = isQuote ? 'agrees' : checkCriticalTokens(statement, quote).ok ? 'says_less' : 'disagrees';
  const band = strictestBand(
    note.band,
    ...(texts.length > 0 ? texts : segments).map(({ segment }) => segment.band),
  );
  // Text from another program keeps its author; only an agent's own memory takes the author that it quotes.
  const isAgents = ofNote === AGENTS;
  const trust = !isAgents
    ? Math.min(ofNote, ofTurn)
    : status === 'agrees' && cites.length > 0
      ? ofTurn
      : Math.min(ofNote, ofTurn);
  return { status, trust, cites, role: said.role, band };
}

const AGENTS = 0.7;

/**
 * True if the quote is whole sentences of the texts, or the part that one of them asks to remember. The omitted part of a sentence may negate the rest: "nobody
 * said we ship Friday".
 */
function isWhole(texts: readonly string[], quote: string): boolean {
  const said = texts.flatMap(sentencesOf);
  return sentencesOf(quote).every((part) =>
    said.some((sentence) => isSame(part, sentence) || isSame(part, readRememberRequest(sentence) ?? '')),
  );
}

function sentencesOf(text: string): string[] {
  return segmentSentences(text).map(({ start, end }) => text.slice(start, end));
}

/** True if the words are the same and both are questions or neither is. */
function isSame(a: string, b: string): boolean {
  const isAsked = (text: string) => text.normalize('NFKC').includes('?');
  return compareWords(a, b)?.length === 0 && isAsked(a) === isAsked(b);
}

function isSaid(text: string, quote: string): boolean {
  const { status } = alignQuote(text, quote);
  return (
    status === 'identical' || status === 'normalized' || status === 'case_only' || status === 'ambiguous'
  );
}
