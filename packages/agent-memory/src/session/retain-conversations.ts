import { readTurnLink } from '@memora/claims/internal';
import { listFolder, placeIn, readHead, removeFile } from '@memora/privacy/files';
import { parseNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import { checkSum } from '../learning/open-learning-log.ts';
import { readMemory } from '../note/read-memory.ts';
import type { SessionPorts } from './create-session.ts';

const DAY_MS = 86_400_000;
const FOLDER = 'episodic/conversations';
const NAME = /^(\d{4}-\d{2}-\d{2})-.+\.md$/u;
const HEAD_BYTES = 1_024;

/**
 * Deletes the conversations that a host recorded and that began more than `days` days ago, including their index entries; 0 keeps all. Imported ones are the
 * person's own and stay. Memories of them stay too, as the agent's own words: the quote is removed with the turn, and no copy is kept. Returns the paths.
 */
export async function retainConversations(
  days: number,
  { memory, vault, root, now, log }: Pick<SessionPorts, 'memory' | 'vault' | 'root' | 'now' | 'log'>,
  batch: string,
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
        gone.push(path);
      }
    }
  }
  if (gone.length === 0) return gone;
  const resting = await findResting(gone, memory);
  for (const path of gone) removeFile(placeIn(vault.root, path));
  for (const path of resting) await takeEvidence(path, gone, { vault, log, batch });
  await memory.indexNotes([...gone, ...resting]);
  return gone;
}

/** The notes of memories that quote turns of conversations. */
async function findResting(
  gone: readonly string[],
  { claims, revision }: Pick<SessionPorts['memory'], 'claims' | 'revision'>,
): Promise<readonly string[]> {
  if ((await revision()) === null) return [];
  const ids = new Map((await claims.noteNames()).notes.map(({ path, noteId }) => [path, noteId]));
  const paths = new Set<string>();
  for (const path of gone) {
    const noteId = ids.get(path);
    const said = noteId === undefined ? [] : (await claims.listClaims({ noteId })).claims;
    const edges =
      said.length === 0 ? [] : await claims.edges({ ids: said.map(({ id }) => id), types: ['derives'] });
    const found = await claims.getClaims(edges.map(({ from }) => from));
    for (const { notePath } of found.values()) if (isMemoryPath(notePath)) paths.add(notePath);
  }
  return [...paths].sort();
}

/** Removes deleted evidence: the memory becomes the agent's own words. Remaining turns still support it. */
async function takeEvidence(
  path: string,
  gone: readonly string[],
  { vault, log, batch }: Pick<SessionPorts, 'vault' | 'log'> & { readonly batch: string },
): Promise<void> {
  const bytes = await vault.readNote(path).catch(() => null);
  const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
  if (bytes === null || note === null) return;
  const links = [...(note.evidence === null ? [] : [note.evidence]), ...(note.further ?? [])];
  const left = links.filter((link) => !gone.includes(readTurnLink(link)?.path ?? ''));
  if (left.length === links.length) return;
  const line = `evidence: [${left.map((link) => JSON.stringify(link)).join(', ')}]\n`;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const head = /^---\r?\n(?:(?!---).*\r?\n)*/u.exec(text)?.[0] ?? '';
  const cut =
    left.length > 0
      ? head.replace(/^evidence:.*\n/mu, line)
      : head.replace(/^(?:evidence|quote):.*\n/gmu, '');
  const next = new TextEncoder().encode(cut + text.slice(head.length));
  log.append({
    batch,
    operation: 'refresh',
    notes: [note.id],
    sum: checkSum(batch, next),
    code: 'own_words',
  });
  await vault.replaceNote(path, bytes, next);
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
