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
  /** Composes the prefix now, unless that is already done. */
  readonly take: () => void;
  /** Returns the same bytes as before, unless they hold text that has become secret since. */
  readonly read: () => Promise<ComposedPrefix>;
}

const FOLDER = 'sessions';
const MARK = 'prefix';
const LONGEST = 4 * 1024 * 1024;
const KEPT_DAYS = 30;

/**
 * Composes the prefix of a session from the current notes. The first `read` stores it in `.memora/sessions/`, so another process of the session finds
 * it again; if two processes start one session, the prefix of the first one is used. A file that this installation did not write is ignored.
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

/** A new prefix if it holds a line that has become secret since; null if it holds none. A line that is openly stated elsewhere stays. */
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
    // Recorded, so that erasing a note or marking one as secret finds the file.
    await rememberWritten(ports.vault.root, { kind: 'report', path: pathOf(place) }, ports.env);
    const file = `${JSON.stringify({ mark: installation.mark(MARK, keyOf(place, content)), content })}\n`;
    if (inspectPlace(place) === null) fillFile(place, file, { isNew: true });
    else fillFile(place, file);
  } catch {
    // Another process was first, or the vault is read-only: the prefix then lasts as long as this process.
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

/** The file name is part of the signed data, so the prefix of one session can't replace that of another. */
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

/** Removes prefixes of sessions that nobody has continued for a month. */
function removeOld(vaultRoot: string, now: Date): void {
  const folder = memoraPlace(vaultRoot, FOLDER);
  for (const entry of listFolder(folder)) {
    if (!entry.isFile() || !/^[0-9a-f]{32}\.json$/u.test(entry.name)) continue;
    const place = { ...folder, parts: [...folder.parts, entry.name] };
    const { mtimeMs } = statSync(pathOf(place));
    if (now.getTime() - mtimeMs > KEPT_DAYS * 86_400_000) remove(place);
  }
}
