import { statSync } from 'node:fs';
import { fingerprint } from '@memora/core';
import { rememberWritten } from '@memora/engine';
import {
  fillFile,
  inspectPlace,
  listFolder,
  makeMemoraFolder,
  memoraPlace,
  type Place,
  pathOf,
  readPlainText,
  removeFile,
  throwIfPassing,
} from '@memora/privacy/files';
import { type ComposedPrefix, composePrefix } from './compose-prefix.ts';
import type { ContextPorts } from './context-ports.ts';
import { readPrefixSource } from './read-prefix-source.ts';
import { toShownLine } from './screen-line.ts';

/** The prefix of a session. */
export interface KeptPrefix {
  /** Takes it now, unless it has been. */
  readonly take: () => void;
  /** The same bytes as before, unless they hold what has been marked as secret since. */
  readonly read: () => Promise<ComposedPrefix>;
}

const FOLDER = 'sessions';
const MARK = 'prefix';
const LONGEST = 4 * 1024 * 1024;
const KEPT_DAYS = 30;

/**
 * Takes the prefix of a session as the notes are now. With the first `read` it is kept in `.memora/sessions/`, so that the session finds it again
 * in another process; of two processes that begin one session, the first one's stands. A file that this installation did not write is not read.
 */
export function keepPrefix(sessionId: string, ports: ContextPorts): KeptPrefix {
  const place = memoraPlace(
    ports.vault.root,
    FOLDER,
    `${fingerprint(new TextEncoder().encode(sessionId)).slice(0, 32)}.json`,
  );
  let taken: Promise<ComposedPrefix> | null = null;
  let isKept = false;
  const take = (): Promise<ComposedPrefix> => {
    taken ??= (async () => {
      const found = await load(place, ports);
      isKept = found !== null;
      return found ?? composePrefix(ports);
    })();
    taken.catch(() => undefined);
    return taken;
  };
  return {
    take: () => void take(),
    read: async () => {
      let prefix = await take();
      const again = await withoutSecrets(prefix, ports);
      if (again !== null) {
        remove(place);
        prefix = again;
        isKept = false;
      }
      if (!isKept) {
        prefix = await keep(place, prefix, ports);
        taken = Promise.resolve(prefix);
        isKept = true;
      }
      return prefix;
    },
  };
}

/** The prefix anew where it holds a line that has become secret since; null where it holds none. What is said openly elsewhere stays. */
async function withoutSecrets(
  { text, paths }: ComposedPrefix,
  ports: ContextPorts,
): Promise<ComposedPrefix | null> {
  const secrets: string[] = [];
  for (const path of paths) {
    const source = await readPrefixSource(path, 0, ports);
    secrets.push(...(source?.secrets ?? []).map(toShownLine));
  }
  const shown = secrets.filter((secret) => secret !== '' && text.includes(secret));
  if (shown.length === 0) return null;
  const again = await composePrefix(ports);
  return shown.some((secret) => !again.text.includes(secret)) ? again : null;
}

async function keep(place: Place, prefix: ComposedPrefix, ports: ContextPorts): Promise<ComposedPrefix> {
  const before = await load(place, ports);
  if (before !== null) return before;
  const installation = await ports.installation();
  if (installation === null) return prefix;
  const content = JSON.stringify(prefix);
  try {
    makeMemoraFolder(ports.vault.root);
    removeOld(ports.vault.root, ports.now());
    // So that erasing a note, and marking one as secret, finds the file.
    await rememberWritten(ports.vault.root, { kind: 'report', path: pathOf(place) }, ports.env);
    const file = `${JSON.stringify({ mark: installation.mark(MARK, keyOf(place, content)), content })}\n`;
    if (inspectPlace(place) === null) fillFile(place, file, { isNew: true });
    else fillFile(place, file);
  } catch {
    // Somebody else was first, or nothing can be written here: then the session has it for as long as this process runs.
    return (await load(place, ports)) ?? prefix;
  }
  return prefix;
}

async function load(place: Place, ports: ContextPorts): Promise<ComposedPrefix | null> {
  try {
    const kept = JSON.parse(readPlainText(place, LONGEST) ?? 'null') as {
      mark?: unknown;
      content?: unknown;
    } | null;
    if (kept === null || typeof kept.content !== 'string') return null;
    const installation = await ports.installation();
    if (installation?.isOurs(MARK, keyOf(place, kept.content), kept.mark) !== true) return null;
    return JSON.parse(kept.content) as ComposedPrefix;
  } catch {
    return null;
  }
}

/** The file's name is a part of what is marked: the prefix of one session is not that of another. */
function keyOf({ parts }: Place, content: string): string {
  return `${parts.at(-1)}\0${content}`;
}

function remove(place: Place): void {
  try {
    removeFile(place);
  } catch (error) {
    throwIfPassing(error);
  }
}

/** A session that nobody has gone on with for a month begins anew. */
function removeOld(vaultRoot: string, now: Date): void {
  const folder = memoraPlace(vaultRoot, FOLDER);
  for (const entry of listFolder(folder)) {
    if (!entry.isFile() || !/^[0-9a-f]{32}\.json$/u.test(entry.name)) continue;
    const place = { ...folder, parts: [...folder.parts, entry.name] };
    const { mtimeMs } = statSync(pathOf(place));
    if (now.getTime() - mtimeMs > KEPT_DAYS * 86_400_000) remove(place);
  }
}
