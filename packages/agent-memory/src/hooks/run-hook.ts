import type { MessageLike } from '@memora/conversations';
import type { AgentMemory } from '../agent-memory.ts';
import { compactLine } from '../recall/compact-line.ts';
import { bindSession, unbindSession } from '../session/bind-session.ts';
import type { Session } from '../session/session.ts';
import type { HookEvent, HookInput } from './hook-input.ts';

/** The dependencies of a hook in addition to the memory. */
export interface HookPorts {
  /** The bytes of the transcript, or null if there is none. */
  readonly openTranscript: (path: string) => AsyncIterable<Uint8Array> | null;
  /** The folder that the host works in, as this machine spells it; the host's value by default. */
  readonly folder?: string | null;
  /** The program that the person talks to. */
  readonly client?: string;
}

/** The result of an event. */
export interface HookResult {
  /** The context for the model; empty for none. */
  readonly context: string;
  /** A message for the person, shown once. */
  readonly message: string | null;
  /** Number of turns that were recorded. */
  readonly recorded: number;
  /** Ids of memories that were saved. */
  readonly saved: readonly string[];
  /** Codes of further problems. */
  readonly problems: readonly string[];
}

const NOTHING: HookResult = { context: '', message: null, recorded: 0, saved: [], problems: [] };
const ASKED = 'asked:record';
/** A host waits for a hook, and stops it after a minute. */
const AT_A_HOOK = { retries: 0, timeoutMs: 25_000 };
const ASKS =
  'Memora can record this conversation and remember what you state. Nothing is recorded until you agree: run `memora memory record` in a terminal.';

/**
 * Handles an event of a host. A session start gets the prefix of the context pack. A prompt is recorded and gets the turn part. A finished turn records the
 * transcript. Before a compaction and at the end, it records and reflects, with the model of the settings if there is one. Unless `memory.record = "always"`,
 * nothing is recorded, and the person is asked once. Without a model in the settings, it makes no connection.
 */
export async function runHook(
  event: HookEvent,
  input: HookInput,
  agent: AgentMemory,
  { openTranscript, client = 'hook', folder = input.folder }: HookPorts,
): Promise<HookResult> {
  const session = await agent.session({ id: input.sessionId, client });
  const { vault } = agent.memory;
  const { record } = agent.memory.settings.config.memory;
  if (event === 'session-end') unbindSession(vault, input.sessionId);
  else if (folder !== null) bindSession(vault, input.sessionId, folder, new Date());
  if (event === 'session-start') {
    const { prefix } = await session.context({});
    return { ...NOTHING, context: prefix, message: await askOnce(agent) };
  }
  if (event === 'prompt') {
    const { turn } = await session.context({ question: input.prompt ?? '' });
    const isRecorded = record === 'always' && (await agent.memory.revision()) !== null;
    const recorded = isRecorded ? await recordPrompt(input, session) : [];
    return { ...NOTHING, context: turn, recorded: recorded.length };
  }
  const bytes =
    record !== 'always' || input.transcriptPath === null ? null : openTranscript(input.transcriptPath);
  const { readTranscript } = await import('./read-transcript.ts');
  const transcript =
    bytes === null ? { messages: [], problems: [] } : await readTranscript(bytes, input.sessionId);
  const { withoutRecorded } = await import('./without-recorded.ts');
  const messages = await withoutRecorded(transcript.messages, session.id, agent);
  const recorded = messages.length === 0 ? [] : await session.append(messages, { isWhole: true });
  if (event === 'turn-end') return { ...NOTHING, recorded: recorded.length, problems: transcript.problems };
  const { saved } = record === 'always' ? await session.reflect(AT_A_HOOK) : { saved: [] };
  if (event === 'session-end') await noteSession(transcript.messages, saved, session);
  const ended = event === 'session-end' ? await session.end() : { problems: [] };
  return {
    ...NOTHING,
    recorded: recorded.length,
    saved,
    problems: [...transcript.problems, ...ended.problems],
  };
}

/**
 * Writes a line in the daily note: the session's first message, and what was saved. Writes nothing if the
 * session has no message.
 */
async function noteSession(
  messages: readonly MessageLike[],
  saved: readonly string[],
  session: Session,
): Promise<void> {
  const { toTurns } = await import('@memora/conversations');
  const asked = toTurns(messages).filter(({ role, attached }) => role === 'user' && attached !== true);
  const [first] = asked;
  if (first === undefined) return;
  const kept = saved.length === 0 ? '' : ` Saved: ${saved.join(', ')}.`;
  await session.note(
    `${asked.length} ${asked.length === 1 ? 'prompt' : 'prompts'}, the first: “${compactLine(first.text, FIRST_TOKENS)}”.${kept}`,
  );
}

const FIRST_TOKENS = 30;

/**
 * Records the person's prompt when it is sent, so that the next tool call can quote it. The host's additions
 * are recognised as in its transcript.
 */
async function recordPrompt({ prompt, sessionId }: HookInput, session: Session) {
  if (prompt === null) return [];
  const line = JSON.stringify({
    type: 'user',
    sessionId,
    uuid: '',
    message: { role: 'user', content: prompt },
  });
  const { readTranscript } = await import('./read-transcript.ts');
  const { messages } = await readTranscript(oneChunk(line), sessionId);
  return messages.length === 0 ? [] : session.append(messages, { isWhole: false });
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Asks whether to record, in the first session without an answer. */
async function askOnce({ memory }: AgentMemory): Promise<string | null> {
  if (memory.settings.config.memory.record !== 'ask') return null;
  return (await memory.access.take(ASKED, 1, new Date())) === 1 ? ASKS : null;
}

/** The answer for the host, as JSON; empty if there is nothing to say. */
export function renderHookResult(
  event: HookEvent,
  { eventName, shape }: HookInput,
  { context, message }: Pick<HookResult, 'context' | 'message'>,
): string {
  const told = message === null ? {} : { systemMessage: message };
  const shown =
    context === ''
      ? {}
      : shape === 'flat'
        ? { additionalContext: context }
        : shape === 'snake'
          ? { additional_context: context }
          : {
              hookSpecificOutput: {
                hookEventName: eventName ?? (event === 'prompt' ? 'UserPromptSubmit' : 'SessionStart'),
                additionalContext: context,
              },
            };
  const answer = { ...told, ...shown };
  return Object.keys(answer).length === 0 ? '' : JSON.stringify(answer);
}
