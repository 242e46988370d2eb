import { segmentSentences } from '@memora/language/sentences';
import { parsePrivacyMarkers } from '@memora/privacy';
import { REDACTED, redactSpan } from '@memora/privacy/internal';
import { checkCriticalTokens } from '@memora/validator/guard';
import type { NoteTurn } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import type { ContextPorts } from '../context/context-ports.ts';
import { fenceData } from '../context/fence-data.ts';
import { type MemoryKindName, toMemoryKind } from '../note/memory-kind.ts';
import { showMemory } from '../recall/show-memory.ts';
import type { NewMemory } from '../remember/new-memory.ts';
import { toStatement } from '../remember/to-statement.ts';
import { askCandidates, type Candidate, RULES } from './ask-candidates.ts';
import type { AskPorts } from './ask-text.ts';
import { JUDGE_RULES, judgeMemories } from './judge-memories.ts';
import type { Reflection, ReflectOptions, RefusedCandidate } from './reflection.ts';

/** The parts of a session that reflecting needs. */
export interface ReflectSession {
  readonly id: string;
  readonly turns: () => Promise<readonly NoteTurn[]>;
  readonly remember: (item: NewMemory) => Promise<Admission>;
}

/** A turn that can be quoted. */
interface QuotableTurn {
  readonly index: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A quoted statement that is submitted to admission. */
interface Grounded {
  readonly content: string;
  readonly kind: MemoryKindName;
  readonly quote: string;
  readonly turn: number;
  /** The quoted turn. */
  readonly said: QuotableTurn;
  /** True if it equals the quote word for word, so no judgement is needed. */
  readonly isWhole: boolean;
}

const MOST_SAVES = 10;
const MOST_RETRIES = 2;
const TIMEOUT_MS = 60_000;
/** Maximum number of characters of a transcript that a model is shown; of a longer one, the end. */
const MOST_SHOWN = 60_000;

/**
 * Reflects on what was said since the turn `after`. Of a model's proposals, it remembers those that quote a turn exactly and that the model, asked again with
 * only the turn, finds to follow from it. Uses the caller's model, otherwise that of the settings; without one nothing is saved, and recorded turns can be
 * found anyway. Saves at most ten. Never throws because of a model.
 */
export async function reflectSession(
  options: ReflectOptions,
  after: number,
  session: ReflectSession,
  ports: Pick<ContextPorts, 'memory'>,
): Promise<{ reflection: Reflection; last: number }> {
  const all = (await session.turns()).flatMap(({ index, role, text, attached }) =>
    index === null || index <= after || attached || (role !== 'user' && role !== 'assistant')
      ? []
      : [{ index, role, text }],
  );
  const last = all.at(-1)?.index ?? after;
  const tally = createTally(session, ports);
  if (all.length === 0) return { reflection: tally.result(0, null), last };
  const own =
    options.model === undefined ? await ports.memory.chatModel([RULES, JUDGE_RULES]).catch(() => null) : null;
  const model = options.model ?? own?.model;
  let requests = 0;
  let failure: Reflection['failure'] = null;
  if (model !== undefined) {
    const isLocal = (options.place ?? own?.place) === 'loopback';
    const asking = {
      model,
      // A model that the engine opened already passes its egress.
      guard: isLocal || own !== null ? null : ports.memory.guard,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      signal: options.signal,
    };
    const transcript = describe(all, isLocal);
    const retries = Math.min(MOST_RETRIES, options.retries ?? MOST_RETRIES);
    let wrong = '';
    let tries = 0;
    do {
      tries++;
      requests++;
      const asked = await askCandidates(`${transcript}${wrong}`, asking);
      failure = asked.failure;
      const refused: string[] = [];
      const grounded = asked.candidates.map((candidate) => ground(candidate, all));
      const open = grounded.filter((each) => typeof each !== 'string' && !each.isWhole) as Grounded[];
      if (open.length > 0) requests++;
      const held = open.length === 0 ? [] : await holdToTurns(open, asking, isLocal);
      for (const [i, each] of grounded.entries()) {
        const isHeld = typeof each === 'string' || each.isWhole || held.includes(each);
        const code = await tally.put(isHeld ? each : 'not_quoted');
        if (code !== null) refused.push(`${i + 1}: ${code}`);
      }
      wrong = describeWrong(failure, refused);
    } while (
      wrong !== '' &&
      tries <= retries &&
      !tally.isFull() &&
      (failure === null || failure === 'model_rambled')
    );
  }
  return { reflection: tally.result(requests, failure), last };
}

function createTally({ id, remember }: ReflectSession, { memory }: Pick<ContextPorts, 'memory'>) {
  const saved: string[] = [];
  const refused: Record<string, number> = {};
  let candidates = 0;
  let known = 0;
  /** True if an earlier run of the same session made it from the same turn. */
  const isWritten = async ({ content, turn }: Grounded): Promise<boolean> => {
    if ((await memory.revision()) === null) return false;
    const { hits } = await memory.query(content.slice(0, 300), { k: 5, behind: false, words: true });
    for (const { claim } of hits) {
      const shown = await showMemory(claim.notePath, memory);
      if (shown?.note.session !== id || shown.note.evidence?.endsWith(`#^t${turn}]]`) !== true) continue;
      if (shown.text === toStatement(content)) return true;
    }
    return false;
  };
  return {
    isFull: () => saved.length >= MOST_SAVES,
    /** Submits a candidate to admission; returns the reason if it is refused. */
    put: async (candidate: Grounded | RefusedCandidate): Promise<string | null> => {
      candidates++;
      const grounded = saved.length >= MOST_SAVES ? 'enough' : candidate;
      if (typeof grounded === 'string') {
        refused[grounded] = (refused[grounded] ?? 0) + 1;
        return grounded;
      }
      if (await isWritten(grounded)) {
        known++;
        return null;
      }
      const { content, kind, quote, turn } = grounded;
      const decided = await remember({ content, kind, quote, turn: `t${turn}` }).catch(() => null);
      const code = decided === null ? 'invalid' : decided.code;
      if (decided !== null && decided.memoryId !== null) saved.push(decided.memoryId);
      else if (decided?.decision === 'reinforce') known++;
      else {
        refused[code] = (refused[code] ?? 0) + 1;
        return code;
      }
      return null;
    },
    result: (requests: number, failure: Reflection['failure']): Reflection => ({
      saved,
      candidates,
      known,
      refused,
      requests,
      failure,
    }),
  };
}

/** A candidate with its quoted turn, or the reason why it has none. */
function ground(candidate: Candidate, turns: readonly QuotableTurn[]): Grounded | RefusedCandidate {
  const { content, quote } = candidate;
  if (typeof content !== 'string' || content.trim() === '') return 'invalid';
  if (typeof quote !== 'string' || quote.trim() === '') return 'no_quote';
  const number = /^t?(\d{1,9})$/u.exec(String(candidate.turn ?? ''))?.[1];
  const asked = number === undefined ? turns : turns.filter(({ index }) => index === Number(number));
  if (asked.length === 0) return 'unknown_turn';
  const words = toStatement(quote);
  const said = asked.findLast(({ text }) => toStatement(text).includes(words));
  if (said === undefined) return 'not_quoted';
  if (!checkCriticalTokens(content, quote).ok) return 'not_quoted';
  const kind =
    typeof candidate.kind === 'string' && toMemoryKind(candidate.kind) !== null ? candidate.kind : 'fact';
  const isWhole =
    toStatement(content) === words &&
    segmentSentences(said.text).some(({ start, end }) => toStatement(said.text.slice(start, end)) === words);
  return { content, kind: kind as MemoryKindName, quote, turn: said.index, said, isWhole };
}

/**
 * The statements that follow from their turns according to a model, which judges all of them in one request.
 */
async function holdToTurns(
  statements: readonly Grounded[],
  asking: AskPorts,
  isLocal: boolean,
): Promise<readonly Grounded[]> {
  const follows = await judgeMemories(
    statements.map(({ content, quote, said: { role, text } }) => ({
      content,
      quote,
      role,
      passage: isLocal ? text : withoutSecrets(text),
    })),
    asking,
  );
  return statements.filter((_, index) => follows.has(index));
}

/** The transcript as data; if it is long, only the newest turns. */
function describe(turns: readonly QuotableTurn[], isLocal: boolean): string {
  const lines: string[] = [];
  let length = 0;
  for (const { index, role, text } of turns.toReversed()) {
    const line = `[t${index}] ${role}: ${isLocal ? text : withoutSecrets(text)}`;
    length += line.length;
    if (length > MOST_SHOWN && lines.length > 0) break;
    lines.unshift(line);
  }
  return fenceData('transcript', lines.join('\n\n').slice(-MOST_SHOWN));
}

function withoutSecrets(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const secret = parsePrivacyMarkers(bytes).regions.filter(({ band }) => band === 'secret');
  return secret.length === 0 ? text : redactSpan(bytes, { start: 0, end: bytes.length }, secret) || REDACTED;
}

function describeWrong(failure: Reflection['failure'], refused: readonly string[]): string {
  if (failure === 'model_rambled')
    return '\n\nYour reply was not JSON as described. Reply with the JSON alone.';
  return refused.length === 0
    ? ''
    : `\n\nOf your memories these were refused, by number and reason: ${refused.slice(0, 50).join(', ')}. Propose only what replaces them, each with words that are in a turn.`;
}
