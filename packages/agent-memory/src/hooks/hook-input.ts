import { memoryError } from '../memory-error.ts';

/** What a host tells of. */
export type HookEvent = 'session-start' | 'prompt' | 'turn-end' | 'before-compaction' | 'session-end';

/** How a host wants to be answered: Claude Code and those that follow it, Copilot, Cursor. */
export type HookShape = 'nested' | 'flat' | 'snake';

/** What a host says with an event, under whichever names. */
export interface HookInput {
  readonly sessionId: string;
  /** The event as the host spells it. */
  readonly eventName: string | null;
  /** The file of the session's messages. */
  readonly transcriptPath: string | null;
  /** The folder that the host works in. */
  readonly folder: string | null;
  readonly prompt: string | null;
  readonly shape: HookShape;
}

/** Names of hosts, in small letters and without separators. */
const EVENTS: ReadonlyMap<string, HookEvent> = new Map([
  ['sessionstart', 'session-start'],
  ['prompt', 'prompt'],
  ['userpromptsubmit', 'prompt'],
  ['userpromptsubmitted', 'prompt'],
  ['beforesubmitprompt', 'prompt'],
  ['beforeagent', 'prompt'],
  ['turnend', 'turn-end'],
  ['stop', 'turn-end'],
  ['agentstop', 'turn-end'],
  ['afteragent', 'turn-end'],
  ['beforecompaction', 'before-compaction'],
  ['precompact', 'before-compaction'],
  ['precompress', 'before-compaction'],
  ['sessionend', 'session-end'],
]);

/** The event that a host's name for it means; null for one that the memory has nothing to do at. */
export function toHookEvent(name: string): HookEvent | null {
  return EVENTS.get(name.toLowerCase().replace(/[^a-z]/gu, '')) ?? null;
}

/** Ids of sessions are longer in no host. */
const LONGEST_ID = 500;

/** Reads what a host says. Throws `MEMORY_INVALID` for what is not a JSON object with the id of a session. */
export function readHookInput(text: string): HookInput {
  const said = parseObject(text);
  const read = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const value = said[name];
      if (typeof value === 'string' && value.trim() !== '') return value;
    }
    return null;
  };
  const sessionId = read('session_id', 'sessionId', 'conversation_id');
  if (sessionId === null || sessionId.length > LONGEST_ID)
    throw memoryError(
      'MEMORY_INVALID',
      'The input of the host names no session.',
      'It is a JSON object with session_id, sessionId or conversation_id.',
    );
  return {
    sessionId,
    eventName: read('hook_event_name', 'hookEventName'),
    transcriptPath: read('transcript_path', 'transcriptPath'),
    folder: read('cwd'),
    prompt: read('prompt'),
    shape: read('cursor_version') !== null ? 'snake' : read('session_id') !== null ? 'nested' : 'flat',
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/u, '')) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Cut off, or something else than JSON: told as the same.
  }
  throw memoryError(
    'MEMORY_INVALID',
    text.trim() === '' ? 'The host says nothing.' : 'What the host says is not a JSON object.',
    'A host gives the hook one JSON object on standard input.',
  );
}
