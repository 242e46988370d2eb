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

/** What the turn that a memory quotes makes of the memory. */
export interface Grounding {
  /**
   * `agrees`: the statement is the quote, word for word, and that is whole sentences of the turn. `disagrees`: it has another figure in the place of one. `says_less`: the words are another's, and whether they
   * follow is for a reader. `absent`: the quote does not stand in the turn, or there is no such turn.
   */
  readonly status: 'agrees' | 'says_less' | 'disagrees' | 'absent';
  /** How far the memory is trusted. */
  readonly trust: number;
  /** The claims of the turn that the quote stands in: with them the memory falls. */
  readonly cites: readonly ClaimId[];
  readonly role: NoteTurn['role'] | null;
  /** The strictest band of what is quoted; of the turn's text where that is not known. */
  readonly band: Band;
}

export interface GroundingPorts {
  /** The bytes of a note; null where there is none. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly extract: (note: ParsedNote, bytes: Uint8Array) => Extraction;
  readonly defaultBand?: Band | undefined;
  readonly codec?: SecretCodec | undefined;
  readonly hash?: Blake3;
}

/** An id that no claim has: a claim that cites it has lost its evidence. */
const GONE = '0'.repeat(16) as ClaimId;

/**
 * Reads the turn that a memory names as its evidence, and holds its statement against the quote. A statement that the user's own words say is
 * trusted as they are; null for a note that is no memory or names no evidence. `statement` is what the memory says.
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
  // What else is said in the turn may be secret: the words that are quoted are not for that.
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
  // What another program wrote stays what it is: only an agent's own word becomes that of whom it quotes.
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
 * True where the quote is whole sentences of the texts, or what one of them asks to have remembered. What is left out of a sentence may deny the rest: "nobody said we
 * ship Friday".
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

/** The same words, both asked or both said. */
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
