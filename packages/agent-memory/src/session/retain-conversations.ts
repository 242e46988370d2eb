import { listFolder, placeIn, readHead, removeFile } from '@memora/privacy/files';
import type { SessionPorts } from './create-session.ts';

const DAY_MS = 86_400_000;
const FOLDER = 'episodic/conversations';
const NAME = /^(\d{4}-\d{2}-\d{2})-.+\.md$/u;
const HEAD_BYTES = 1_024;

/**
 * Deletes the conversations that a host recorded and that began more than `days` days ago, with what is indexed of them; 0 keeps all. Imported ones are
 * the person's own and stay. What was remembered of them stays too, as the agent's own words. Returns the paths.
 */
export async function retainConversations(
  days: number,
  { memory, vault, root, now }: Pick<SessionPorts, 'memory' | 'vault' | 'root' | 'now'>,
): Promise<readonly string[]> {
  if (days <= 0) return [];
  const since = new Date(now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const gone: string[] = [];
  for (const year of namesOf(vault.root, `${root}${FOLDER}`, /^\d{4}$/u)) {
    if (year > since.slice(0, 4)) continue;
    for (const month of namesOf(vault.root, `${root}${FOLDER}/${year}`, /^\d{2}$/u)) {
      if (`${year}-${month}` > since.slice(0, 7)) continue;
      const folder = `${root}${FOLDER}/${year}/${month}`;
      for (const name of namesOf(vault.root, folder, NAME)) {
        const day = NAME.exec(name)?.[1] ?? since;
        const path = `${folder}/${name}`;
        if (day >= since || !isHosts(vault.root, path)) continue;
        removeFile(placeIn(vault.root, path));
        gone.push(path);
      }
    }
  }
  if (gone.length > 0) await memory.indexNotes(gone);
  return gone;
}

function namesOf(vaultRoot: string, path: string, name: RegExp): string[] {
  return listFolder(placeIn(vaultRoot, path))
    .map((entry) => entry.name)
    .filter((each) => name.test(each))
    .sort();
}

function isHosts(vaultRoot: string, path: string): boolean {
  const head = readHead(placeIn(vaultRoot, path), HEAD_BYTES);
  const text = head === null ? '' : new TextDecoder().decode(head);
  return /^source: conversation$/mu.test(text) && /^channel: host$/mu.test(text);
}
