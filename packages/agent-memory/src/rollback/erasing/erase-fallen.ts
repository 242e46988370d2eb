import type { ErasureProof, Memory } from '@memora/engine';
import { archivedPath } from '../batch-files.ts';
import { pathBefore } from '../find-bystanders.ts';
import type { PlannedRollback, RollbackPorts } from '../plan-rollback.ts';
import { idOfPath, listBelow } from '../undo-batch.ts';
import { eraseFromTrash, eraseTurnsFromTrash } from './erase-from-trash.ts';

/** Erases what a rollback removed, once that is done. */
type EraseFallen = (batch: string) => Promise<ErasureProof | null>;

/**
 * Reads what will be erased before the rollback changes anything, because claims of turns and daily notes are
 * identified by their place.
 */
export async function readFalling(
  { plan, away, daily }: PlannedRollback,
  { memory, forget, remember }: RollbackPorts,
): Promise<EraseFallen> {
  const { vault } = forget;
  const ids = [...plan.falls, ...away];
  const fallen = new Set(ids);
  const { pathById } = await forget.directory();
  const standing = ids.flatMap((id) => pathById.get(id) ?? []);
  const trashed = listBelow(vault.root, '.trash/memora')
    .filter((path) => fallen.has(idOfPath(path)))
    .map((path) => pathBefore(`.trash/memora/${path}`));
  const talks = plan.turns.filter((turn) => !/#t\d+$/u.test(turn));
  const notes = [...new Set([...standing, ...trashed, ...talks])];
  const except = plan.touched.flatMap((id) => pathById.get(id) ?? []);
  const days = [...daily.keys()].flatMap((day) => [
    `${remember.root}episodic/daily/${day}.md`,
    ...archivedPath(remember.root, `daily_${day}`),
  ]);
  const changed = [...new Set([...plan.turns.map((turn) => turn.replace(/#t\d+$/u, '')), ...days])];
  const before = await claimsOf(changed, memory);
  return async (batch) => {
    const live = new Set(await claimsOf(changed, memory));
    await eraseTurnsFromTrash({ plan, daily }, vault.root);
    const claims = before.filter((id) => !live.has(id));
    const isNothing = claims.length + notes.length === 0;
    const report = isNothing ? null : await memory.erase({ claims, notes, except }, { reveal: true });
    eraseFromTrash(batch, ids, vault.root);
    return report?.proof ?? null;
  };
}

async function claimsOf(paths: readonly string[], { claims }: Pick<Memory, 'claims'>): Promise<string[]> {
  const ids: string[] = [];
  for (const notePath of paths) {
    let after: string | null | undefined;
    while (after !== null) {
      const page = await claims.listClaims({ notePath, ...(after === undefined ? {} : { after }) });
      ids.push(...page.claims.map(({ id }) => id));
      after = page.next;
    }
  }
  return ids;
}
