import { realpathSync } from 'node:fs';
import { fillFile, makeMemoraFolder, memoraPlace, readPlainText } from '@memora/privacy/files';

/** A session of a host, and its working folder. */
interface HostSession {
  readonly id: string;
  readonly folder: string;
  /** When the host last reported it, ISO 8601. */
  readonly at: string;
}

const LONGEST = 64 * 1024;
const MOST_KEPT = 16;
/** A session without events for this many milliseconds is over. */
const LASTS_MS = 12 * 3_600_000;

const placeIn = (vaultRoot: string) => memoraPlace(vaultRoot, 'sessions', 'hosts.json');

/** Records that a host works on a session in a folder, so that a tool server that it starts there uses the same session. Holds ids and folders, no text. */
export function bindSession(vaultRoot: string, id: string, folder: string, now: Date): void {
  const others = readSessions(vaultRoot).filter((each) => each.id !== id);
  write(vaultRoot, [{ id, folder: realOf(folder), at: now.toISOString() }, ...others].slice(0, MOST_KEPT));
}

/** Removes a session that is over. */
export function unbindSession(vaultRoot: string, id: string): void {
  const sessions = readSessions(vaultRoot);
  const left = sessions.filter((each) => each.id !== id);
  if (left.length < sessions.length) write(vaultRoot, left);
}

/** The session that a host's hooks last reported for a folder; null if there is none. */
export function boundSession(vaultRoot: string, folder: string, now: Date): string | null {
  const real = realOf(folder);
  const found = readSessions(vaultRoot).find(
    (each) => each.folder === real && now.getTime() - Date.parse(each.at) < LASTS_MS,
  );
  return found?.id ?? null;
}

/** The real path of a folder, without links. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function write(vaultRoot: string, sessions: readonly HostSession[]): void {
  makeMemoraFolder(vaultRoot);
  fillFile(placeIn(vaultRoot), `${JSON.stringify({ sessions })}\n`);
}

function readSessions(vaultRoot: string): readonly HostSession[] {
  try {
    const { sessions } = JSON.parse(readPlainText(placeIn(vaultRoot), LONGEST) ?? '{}') as {
      sessions?: unknown;
    };
    return Array.isArray(sessions) ? sessions.filter(isSession) : [];
  } catch {
    // A truncated or foreign file counts as no session.
    return [];
  }
}

function isSession(value: unknown): value is HostSession {
  const { id, folder, at } = (value ?? {}) as Partial<Record<keyof HostSession, unknown>>;
  return typeof id === 'string' && typeof folder === 'string' && typeof at === 'string';
}
