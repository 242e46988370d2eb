import type { Memory } from '@memora/engine';
import { inspectFile, inspectPlace, memoraPlace, placeIn } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { PINNED_FILE } from '../remember/create-pinned.ts';
import { countedName } from './session-saves.ts';

interface PinnedPorts {
  readonly memory: Pick<Memory, 'access'>;
  readonly vault: Pick<Vault, 'root'>;
  readonly root: string;
  readonly agent: string | null;
  readonly now: () => Date;
}

/** True if a person changed MEMORY.md since the agent's previous session began. Records that a new session begins, if anything is indexed. */
export async function notePinnedChange(ports: PinnedPorts): Promise<boolean> {
  const { memory, vault, now } = ports;
  if (!isThere(() => inspectPlace(memoraPlace(vault.root)))) return false;
  const name = countedName('sessions', `${ports.root}\n${ports.agent ?? ''}`);
  const before = await memory.access.taken(name);
  await memory.access.take(name, Number.MAX_SAFE_INTEGER, now());
  const changed = changedAt(ports);
  return before !== null && changed !== null && changed > Date.parse(before.last);
}

function isThere(look: () => unknown): boolean {
  try {
    return look() !== null;
  } catch {
    return false;
  }
}

/** Null if there is no such file; a folder or a link does not count. */
function changedAt({ vault, root }: PinnedPorts): number | null {
  try {
    return inspectFile(placeIn(vault.root, `${root}${PINNED_FILE}`))?.mtimeMs ?? null;
  } catch {
    return null;
  }
}
