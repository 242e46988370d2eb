import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Report } from '../report.ts';
import { toSample } from '../report.ts';
import { type Keeper, timed } from './open-keeper.ts';

/** How many notes of a vault one source wrote; the contract says 1,000. */
export const OF_SOURCE = Number(process.env['MEMORA_BENCH_SOURCE'] ?? '100');
const ROUNDS = 3;

/** The saves of a session, and the cost of planning its rollback. */
export interface Planned {
  readonly session: string;
  readonly paths: readonly string[];
  /** Milliseconds, the median of several. */
  readonly plan: number;
}

/** Saves memories to be rolled back, and plans the rollback. */
export async function measurePlan({ agent }: Keeper): Promise<Planned> {
  const session = await agent.session();
  const ids: string[] = [];
  for (let i = 0; i < OF_SOURCE; i++) {
    const content = `Crate ${i + 1} of the Quay holds ${i * 17 + 40} valves.`;
    const { memoryId } = await session.remember({ content });
    if (memoryId !== null) ids.push(memoryId);
  }
  const plans: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    plans.push(await timed(() => agent.rollback({ session: session.id }, { dryRun: true })));
  const paths: string[] = [];
  for (const noteId of ids) {
    const [note] = await agent.memory.claims.notes({ noteId });
    if (note !== undefined) paths.push(note.path);
  }
  return { session: session.id, paths, plan: toSample(plans).median };
}

/** Runs the planned rollback, compared with indexing the same notes. */
export async function measureApply(
  report: Report,
  { agent, vault }: Keeper,
  { session, paths }: Planned,
): Promise<void> {
  const bytes = await Promise.all(paths.map((path) => readFile(join(vault, path))));
  const applied = await timed(() => agent.rollback({ session }));
  for (const [i, path] of paths.entries()) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), bytes[i] as Uint8Array);
  }
  const indexing = await timed(() => agent.memory.indexNotes(paths));
  for (const path of paths) await rm(join(vault, path));
  await agent.memory.indexNotes(paths);
  const name = `rollback of ${paths.length}`;
  const baseline = { name: 'indexing their notes', value: indexing };
  report.budget(name, report.compare(`${name}, CPU`, applied, baseline), { max: 1.5, unit: '×' });
}
