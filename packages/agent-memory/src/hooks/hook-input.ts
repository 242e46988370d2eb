import { memoryError } from '../memory-error.ts';

/** An event that a host reports. */
export type HookEvent = 'session-start' | 'prompt' | 'turn-end' | 'before-compaction' | 'session-end';

/** The answer format of a host: Claude Code and compatible hosts, Copilot, Cursor. */
export type HookShape = 'nested' | 'flat' | 'snake';

/** The fields of a host's event, under any of their names. */
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

/** Event names of hosts, in lower case without separators. */
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

/** The event for the name that a host gives it; null for one that the memory ignores. */
export function toHookEvent(name: string): HookEvent | null {
  return EVENTS.get(name.toLowerCase().replace(/[^a-z]/gu, '')) ?? null;
}

/** The longest session id of any host. */
const LONGEST_ID = 500;

/** Parses the input of a hook. Throws `MEMORY_INVALID` unless it is a JSON object with a session id. */
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
    // Truncated input and invalid JSON are reported alike.
  }
  throw memoryError(
    'MEMORY_INVALID',
    text.trim() === '' ? 'The host sent nothing.' : 'The host sent something that is not a JSON object.',
    'A host gives the hook one JSON object on standard input.',
  );
}
