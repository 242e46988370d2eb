import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { appendToLedger, readLedger } from '@memora/claims/internal';
import fc from 'fast-check';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { readEverything } from './read-everything.ts';
import { type TestTeam, writeNote } from './setup-team.ts';

/** One action on a folder. Numbers select among what exists. */
type HistoryStep =
  | { readonly does: 'say'; readonly note: number; readonly thing: number; readonly value: number }
  | { readonly does: 'insert above' | 'delete' | 'move'; readonly note: number }
  | {
      readonly does: 'forget' | 'acknowledge' | 'resolve' | 'restore';
      readonly claim: number;
      readonly other: number;
    }
  | { readonly does: 'lose a disk'; readonly disk: number };

const NOTES = ['a.md', 'b.md', 'deep/c.md'];
const THINGS = ['Pump Nine', 'Gate Four', 'Hall Two'];
const pick = (max: number) => fc.nat({ max: max - 1 });

/** A random step; stating something is the most frequent one. */
export const arbitraryStep: fc.Arbitrary<HistoryStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('say' as const),
      note: pick(3),
      thing: pick(3),
      value: pick(9),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('insert above' as const, 'delete', 'move'), note: pick(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('forget' as const, 'acknowledge', 'resolve', 'restore'),
      claim: pick(50),
      other: pick(50),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lose a disk' as const), disk: pick(2) }) },
);

/** The discrepancies that a history found; empty if there are none. */
interface PlayedHistory {
  readonly epochs: readonly number[];
  /** Pairs of answers of two readers of one memory; each pair must be equal. */
  readonly pairs: readonly (readonly [unknown, unknown])[];
}

/**
 * Plays steps in a folder, pushes after each, and lets two workers publish in turn. Compares the database with the worker's SQLite after each publication,
 * and at the end with what an empty disk reads back.
 */
export async function playHistory(team: TestTeam, steps: readonly HistoryStep[]): Promise<PlayedHistory> {
  const ben = team.as('ben');
  const root = team.folder({
    'a.md': '# A\n\nPump Nine weighs 4 tons.\n',
    'b.md': 'Hall Two weighs 4 tons.\n',
  });
  const scope = await team.scope('workspace');
  const disks = [team.folder(), team.folder()];
  const reader = createClaimReader({ ...ben, scope });
  const epochs: number[] = [];
  const pairs: [unknown, unknown][] = [];
  const instants: string[] = [];
  const all: readonly (HistoryStep | null)[] = [null, ...steps];
  for (const [at, step] of all.entries()) {
    const now = new Date(Date.UTC(2026, 1, 1 + at * 9));
    if (step !== null)
      await take(step, { root, disks, now, store: join(disks[(at + 1) % 2] as string, `scope-${scope}`) });
    const pushed = await pushFolder({ ...ben, root });
    if (pushed.moved.length > 0) throw new Error('a push was refused that nobody stood against');
    const disk = disks[at % 2] as string;
    const report = await workOnScope({ ...ben, scope, folder: disk, now: () => now });
    epochs.push(report.epoch);
    instants.push(new Date(now.getTime() + 1).toISOString());
    pairs.push(await readBoth(reader, join(disk, `scope-${scope}`), root, instants.slice(-3)));
  }
  const empty = team.folder();
  const last = await workOnScope({ ...ben, scope, folder: empty, now: () => new Date(Date.UTC(2027, 0, 1)) });
  epochs.push(last.epoch);
  pairs.push(await readBoth(reader, join(empty, `scope-${scope}`), root, instants));
  return { epochs, pairs };
}

async function readBoth(
  reader: ReturnType<typeof createClaimReader>,
  disk: string,
  root: string,
  instants: readonly string[],
): Promise<[unknown, unknown]> {
  await using store = await openClaimStore({ path: join(disk, '.memora', 'memora.db'), readonly: true });
  const { entries } = await readLedger(root);
  const options = { ledger: root, instants };
  return [
    [await readEverything(reader, options), await reader.resolveLedger(entries, 'workspace')],
    [await readEverything(store, options), await store.resolveLedger(entries)],
  ];
}

interface Place {
  readonly root: string;
  readonly disks: readonly string[];
  readonly now: Date;
  /** The working folder that was indexed last. */
  readonly store: string;
}

async function take(step: HistoryStep, { root, disks, now, store }: Place): Promise<void> {
  if (step.does === 'lose a disk') {
    rmSync(disks[step.disk] as string, { recursive: true, force: true });
    return;
  }
  if ('claim' in step) {
    await decide(step, { root, now, store });
    return;
  }
  const path = NOTES[step.note] as string;
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  if (step.does === 'say') {
    const said = `${THINGS[step.thing]} weighs ${step.value} tons.\n`;
    writeNote(root, path, `${text}\n${said}`);
  } else if (step.does === 'insert above')
    writeNote(root, path, `# Neu\n\nÜber allem: n\u0000 \uE000.\n\n${text}`);
  else if (text === '') return;
  else if (step.does === 'delete') rmSync(join(root, path));
  else renameSync(join(root, path), join(root, `moved-${now.getTime()}.md`));
}

async function decide(
  { does, claim, other }: Extract<HistoryStep, { claim: number }>,
  { root, now, store: disk }: Omit<Place, 'disks'>,
): Promise<void> {
  if (!existsSync(join(disk, '.memora', 'memora.db'))) return;
  await using store = await openClaimStore({ path: join(disk, '.memora', 'memora.db'), readonly: true });
  const { claims } = await store.listClaims({ retired: true });
  const ids = [claims[claim % claims.length], claims[other % claims.length]].map((each) => each?.id);
  const [first, second] = ids;
  if (first === undefined || second === undefined) return;
  const claimIds =
    does === 'forget' || does === 'restore' ? [first] : first === second ? null : [first, second];
  if (claimIds === null) return;
  const marks = await store.markClaims(does, claimIds);
  await appendToLedger(root, { time: now.toISOString(), verb: does, claimIds, marks, reason: 'random' });
}
