import { MemoraError } from '@memora/core';

/** What a client may know of a failure. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** The version that the caller saw, and the current one, if those differ. */
  readonly versions?: { readonly seen: number; readonly current: number };
  /** Milliseconds until the same call may be accepted. */
  readonly retry_after_ms?: number;
}

/**
 * The part of an error that may be sent to a client, because sending it is egress. Messages of `MemoraError`
 * never contain note text. Of any other error, the client learns only that it happened, and the log on stderr
 * gets its name and place.
 */
export function toToolError(error: unknown): ToolError {
  if (MemoraError.isInstance(error))
    return {
      code: error.code,
      message: inWireNames(error.message),
      hint: error.hint ?? null,
      ...versionsOf(error),
    };
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'CANCELLED', message: 'the call was cancelled', hint: null };
  }
  const system = String((error as { code?: unknown } | null)?.code ?? '');
  if (system.startsWith('SQLITE_')) {
    return {
      code: 'DATABASE_CORRUPT',
      message: 'the database is damaged',
      hint: 'Run `memora doctor --repair`: it is derived from the notes.',
    };
  }
  if (system === 'ENOSPC' || system === 'EDQUOT')
    return { code: 'DISK_FULL', message: 'the disk is full', hint: 'Free some space and call again.' };
  return {
    code: 'INTERNAL',
    message: 'the call failed inside the server',
    hint: 'See the log of memora-mcp on stderr.',
  };
}

/** The engine's names of options, with the tools' names of the same arguments. */
const WIRE_NAMES = [
  ['asOf.valid', 'as_of'],
  ['asOf.known', 'known_at'],
] as const;

function inWireNames(message: string): string {
  for (const [name, onWire] of WIRE_NAMES)
    if (message.startsWith(name)) return `${onWire}${message.slice(name.length)}`;
  return message;
}

function versionsOf({ code, cause }: MemoraError): Pick<ToolError, 'versions'> {
  if (code !== 'NOTE_CHANGED' || !(cause instanceof Error)) return {};
  const { seen, current } = cause as { seen?: unknown; current?: unknown };
  return typeof seen === 'number' && typeof current === 'number' ? { versions: { seen, current } } : {};
}

/** An error for the log: its class, code and stack frames, never its message. */
export function describeForLog(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${typeof code === 'string' ? ` ${code}` : ''}`, ...frames.slice(0, 6)].join('\n');
}
