import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory } from '../../index.ts';

/** Items, texts, status, validity, edges, trust and answers to questions of a freshly indexed vault. */
export async function describeVault(root: string, questions: readonly string[] = []): Promise<string[]> {
  // The state is a function of the notes.
  await rm(join(root, '.memora'), { recursive: true, force: true });
  await using agent = await openAgentMemory({ vault: root, now: () => new Date('2026-11-24T08:00:00Z') });
  await agent.memory.index();
  const { memories } = await agent.list({ limit: 1000 });
  const name = new Map<string, string>();
  const lines: string[] = [];
  for (const { memoryId, text, session, created } of memories)
    name.set(memoryId, `${memoryId} ${session} ${created} ${text}`);
  const { claims } = agent.memory;
  for (const { memoryId, kind, status, held, trust, validFrom, validUntil, source } of memories) {
    const own = (await claims.listClaims({ noteId: memoryId })).claims;
    const edges = own.length === 0 ? [] : await claims.edges({ ids: own.map(({ id }) => id) });
    const others = await claims.getClaims(edges.flatMap(({ from, to }) => [from, to]));
    const at = (id: string) => {
      const claim = others.get(id as never);
      return claim === undefined ? 'none' : (name.get(claim.noteId) ?? claim.notePath);
    };
    const related = edges
      .filter(({ recordedUntil }) => recordedUntil === null)
      .map(({ type, from, to }) => `${type} ${at(from)} > ${at(to)}`);
    const folded = await claims.getClaims(own.flatMap(({ duplicateOf }) => duplicateOf ?? []));
    lines.push(
      JSON.stringify([
        ...[name.get(memoryId), kind, status, held, trust, validFrom, validUntil, source, related.sort()],
        own.map((claim) => [claim.status, claim.trust, claim.validFrom, claim.validUntil]),
        [...folded.values()].map(({ noteId }) => name.get(noteId)),
      ]),
    );
  }
  for (const question of questions) {
    const { items } = await agent.recall(question, { limit: 5 });
    const said = items.map(({ line, status, trust }) => [line, status, trust]).sort();
    if (said.length > 0) lines.push(JSON.stringify([question, said]));
  }
  return lines.sort();
}

/** Every byte that a person sees, without the trash. */
export async function bytesOfVault(root: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!entry.isFile() || path.startsWith('.') || path.startsWith('_')) continue;
    lines.push(`${path}\n${await readFile(join(root, path), 'utf8')}`);
  }
  return lines.sort();
}
