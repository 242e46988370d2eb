/**
 * What a team's database costs beside SQLite alone, on a PostgreSQL of the distribution: `node --conditions=memora-source
 * packages/postgres/src/testing-fixtures/measure-team.ts [notes] [part…]`, of the parts capture, publish, edit, push. Ratios of one run; exits 1 over a budget. Figures under other load mean nothing.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { loadBlake3, readPublished, takeRowsBack } from '@memora/claims/internal';
import { createLexicalIndex } from '@memora/retrieval';
import { LEXICAL_TABLES } from '@memora/retrieval/internal';
import { openVault } from '@memora/vault';
import { startServer } from '../../../../scripts/testing-fixtures/start-postgres.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { publishRows, readRows } from '../publish/publish-rows.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { PUBLISHED_NAMES } from '../schema/policies.ts';
import { openProxy } from './open-proxy.ts';
import { setupTeam, writeNote } from './setup-team.ts';

const CLAIMS_A_NOTE = 100;
const LARGE = Number(process.argv[2] ?? 1000);
const PARTS = process.argv.slice(3);
const isAsked = (part: string) => PARTS.length === 0 || PARTS.includes(part);
const SMALL = 10;
const PUSHED = 10_000;
const ROUNDS = 5;

const failed: string[] = [];
function budget(name: string, value: number, most: number): void {
  console.log(`${value <= most ? 'kept' : 'OVER'}  ${name}: ${value.toFixed(2)} (at most ${most})`);
  if (value > most) failed.push(name);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const toText = (value: number): string => ` ${value.toFixed(2)}`;

function noteText(number: number): string {
  const lines = Array.from(
    { length: CLAIMS_A_NOTE },
    (_, i) => `- Room${number}x${i} has ${i + 3} chairs and a long table`,
  );
  return `# Note ${number}\n\n${lines.join('\n')}\n`;
}

/** Milliseconds on the clock, and of CPU of this process. */
async function timed(work: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const [at, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - at, cpu: (user + system) / 1000 };
}

/** As a worker indexes: the words with the claims. */
async function index(root: string, capture: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'memora-measure-'));
  const store = await openClaimStore({
    path: join(folder, 'memora.db'),
    indexes: [createLexicalIndex()],
    capture: capture && LEXICAL_TABLES,
  });
  const vault = await openVault(root);
  const spent = await timed(() => indexVault({ vault, store }));
  return { store, spent, close: () => store.close().then(() => rmSync(folder, { recursive: true })) };
}

const server = await startServer();
const team = await setupTeam(server);
try {
  const root = team.folder();
  for (let i = 0; i < LARGE / 10; i++) writeNote(root, `deep/note-${i}.md`, noteText(i));
  const plain: number[] = [];
  const captured: number[] = [];
  for (let round = 0; isAsked('capture') && round < 6; round++) {
    for (const [capture, times] of [
      [false, plain],
      [true, captured],
    ] as const) {
      const { spent, close } = await index(root, capture);
      // The first round warms the code up.
      if (round > 0) times.push(spent.cpu);
      await close();
    }
  }
  if (isAsked('capture'))
    budget('CPU of an index that captures, against one that does not', median(captured) / median(plain), 1.1);
  if (isAsked('publish')) await measurePublishing();
  if (isAsked('edit')) await measureEdits();
  if (isAsked('push')) await measurePush();

  /** As a worker does both, on a file: alternating, so that a slow minute of the machine hits all three alike. */
  async function measurePublishing(): Promise<void> {
    const scope = await team.scope('global');
    const owner = { role: 'publish', scope } as const;
    const [published, back]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round++) {
      server.psql(`TRUNCATE ${PUBLISHED_NAMES.map((name) => `memora.${name}`).join(', ')}`, team.database);
      const { store, spent, close } = await index(root, false);
      const publishing = await timed(() =>
        transactionAs(team.source, owner, (db) =>
          publishRows(db, scope, readPublished(store.database, LEXICAL_TABLES), {
            isWhole: true,
            last: async () => undefined,
          }),
        ),
      );
      const folder = mkdtempSync(join(tmpdir(), 'memora-measure-'));
      const empty = await openClaimStore({
        path: join(folder, 'memora.db'),
        indexes: [createLexicalIndex()],
      });
      const taking = await timed(() =>
        transactionAs(team.source, owner, (db) =>
          takeRowsBack(empty.database, (table) => readRows(db, scope, table), LEXICAL_TABLES),
        ),
      );
      await empty.close();
      rmSync(folder, { recursive: true });
      await close();
      // The first round warms the code up.
      if (round === 0) continue;
      published.push(publishing.wall / spent.wall);
      back.push(taking.wall / spent.wall);
    }
    console.log(`rounds: publishing ${published.map(toText)}, taking back ${back.map(toText)}`);
    budget('publishing a scope, against indexing it', median(published), 1);
    budget('taking a scope back, against indexing it', median(back), 0.5);
  }

  async function measureEdits(): Promise<void> {
    const edits: Record<number, number> = {};
    for (const [size, kind, who] of [
      [SMALL, 'user', 'ben'],
      [LARGE, 'workspace', 'ben'],
    ] as const) {
      const folder = team.folder();
      const at = kind === 'user' ? 'users/ben/' : '';
      for (let i = 0; i < size; i++) writeNote(folder, `${at}note-${i}.md`, noteText(i));
      const as = team.as(who);
      await pushFolder({ ...as, root: folder });
      const disk = team.folder();
      const own = await team.scope(kind, who);
      await workOnScope({ ...as, scope: own, folder: disk });
      const proxy = await openProxy(server.socket, server.port);
      const source = openPool(
        readAddress({
          url: `postgresql://app@127.0.0.1:${proxy.port}/${team.database}`,
          from: 'flag',
          env: {},
        }),
      );
      const times: number[] = [];
      let trips = 0;
      for (let round = 0; round < ROUNDS; round++) {
        writeNote(folder, `${at}note-3.md`, `${noteText(3)}\n- Hall${round} has ${round + 2} doors\n`);
        await pushFolder({ ...as, root: folder });
        const before = proxy.trips();
        times.push((await timed(() => workOnScope({ ...as, source, scope: own, folder: disk }))).wall);
        trips = proxy.trips() - before;
      }
      edits[size] = median(times);
      if (size === LARGE) budget('round trips of one edited note', trips, 12);
      await source.close();
      await proxy[Symbol.asyncDispose]();
    }
    const ratio = (edits[LARGE] as number) / (edits[SMALL] as number);
    budget(
      `one edited note among ${LARGE * CLAIMS_A_NOTE} claims, against ${SMALL * CLAIMS_A_NOTE}`,
      ratio,
      1.5,
    );
  }

  async function measurePush(): Promise<void> {
    const many = team.folder();
    const eve = { ...team.as('eve'), hash: await loadBlake3() };
    for (let i = 0; i < PUSHED; i++) writeNote(many, `users/eve/${i % 100}/n-${i}.md`, `Item ${i}.\n`);
    await pushFolder({ ...eve, root: many });
    const pushes: number[] = [];
    const stats: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pushes.push((await timed(() => pushFolder({ ...eve, root: many }))).wall);
      stats.push(
        (
          await timed(async () => {
            for await (const entry of (await openVault(many)).scan()) statSync(join(many, entry.path));
          })
        ).wall,
      );
    }
    budget(`a push of ${PUSHED} unchanged notes, against scan and stat`, median(pushes) / median(stats), 3);
  }
} finally {
  await team[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
}
process.exitCode = failed.length === 0 ? 0 : 1;
