import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore, type SqliteClaimStore } from '@memora/claims';
import { relateClaims, toLedgerDecisions } from '@memora/claims/sqlite';
import type { ClaimId } from '@memora/core';
import { openVault } from '@memora/vault';
import { interleave, type Report, type Suite } from './report.ts';

const decisions = toLedgerDecisions([]);

/** Relating claims, compared with the preceding index and with the size of the vault; and staleness, compared with a plain search. */
export const suite: Suite = {
  name: 'relate',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'memora-bench-relate-'));
    try {
      const large = await indexGenerated(join(folder, 'large'), 100_000);
      const small = await indexGenerated(join(folder, 'small'), 1_000);
      report.heading(`relating ${large.claims} claims again, against the full index that made them`);
      const whole = await interleave({ relate: () => relateAll(large.store) }, { rounds: 3, warmup: 0 });
      const ratio = report.compare('relate everything', whole.relate, {
        name: 'full index',
        value: large.milliseconds,
      });
      report.budget('relate 100,000 claims', ratio, { max: 0.5, unit: '×' });

      report.heading('relating the claims of one note');
      const one = await interleave(
        { large: () => relateNote(large.store), small: () => relateNote(small.store) },
        { rounds: 61, warmup: 5 },
      );
      const growth = report.compare(`in ${large.claims} claims`, one.large, {
        name: `in ${small.claims} claims`,
        value: one.small,
      });
      report.budget('one note, 100,000 claims against 1,000', growth, { max: 1.5, unit: '×' });
      await measureStaleness(report, large.store);
      await large.store.close();
      await small.store.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A vault of short notes about many subjects: changing values, fields, plain facts; a tenth of them about a shared subject. */
async function indexGenerated(root: string, claims: number) {
  const perNote = 10;
  for (let n = 0; n < claims / perNote; n++) {
    const region = join(root, `region-${n % 50}`);
    mkdirSync(region, { recursive: true });
    const lines = Array.from({ length: perNote - 1 }, (_, i) => sentence(n, i));
    const date = `20${String(10 + (n % 15)).padStart(2, '0')}-0${1 + (n % 9)}-11`;
    writeFileSync(
      join(region, `note-${n}.md`),
      `---\ntitle: Unit ${n}\ndate: ${date}\n---\n${lines.join('\n\n')}\n`,
    );
  }
  const vault = await openVault(root);
  const store = await openClaimStore({ path: join(root, '.memora', 'memora.db') });
  const started = performance.now();
  const report = await indexVault({ vault, store });
  return { store, claims: report.claims, milliseconds: performance.now() - started };
}

function sentence(n: number, i: number): string {
  const unit = `Unit-${n - (n % 3)}`;
  if (i === 0) return `The ${unit} timeout is ${10 + (n % 7)} seconds.`;
  if (i === 1) return `${unit} uses Library-${(n * 7) % 900}.`;
  if (i === 2) return `Port: ${8000 + (n % 40)}`;
  return `The ${unit} sensor ${i} reported a pressure of ${(n * 13 + i) % 97} bar to station ${(n * 31 + i) % 1000}.`;
}

function relateAll(store: SqliteClaimStore): void {
  store.transaction((db) => {
    db.exec('INSERT OR IGNORE INTO unrelated (claim) SELECT key FROM claim');
    relateClaims(db, { now: Date.now(), decisions });
  });
}

function relateNote(store: SqliteClaimStore): void {
  store.transaction((db) => {
    db.exec(
      `INSERT OR IGNORE INTO unrelated (claim) SELECT key FROM claim
       WHERE note = (SELECT key FROM note WHERE path = 'region-30/note-30.md')`,
    );
    relateClaims(db, { now: Date.now(), decisions });
  });
}

/** A graph of 100,000 derivations over the store's claims; staleness of all of it compared with a breadth-first search in memory. */
async function measureStaleness(report: Report, store: SqliteClaimStore): Promise<void> {
  const { claims } = await store.listClaims({ limit: 50_001 });
  const ids = claims.map(({ id }) => id);
  const edges: [ClaimId, ClaimId][] = [];
  for (let i = 1; i < ids.length; i++) {
    edges.push(
      [ids[i] as ClaimId, ids[(i - 1) >> 1] as ClaimId],
      [ids[i] as ClaimId, ids[i >> 2] as ClaimId],
    );
  }
  store.transaction((db) => {
    const insert = db.prepare(
      `INSERT OR IGNORE INTO edge (source, type, target, recorded_from) SELECT s.key, 3, t.key, 0 FROM claim s, claim t
       WHERE s.id = ? AND t.id = ? AND s.key <> t.key`,
    );
    for (const [derived, source] of edges) insert.run(derived, source);
    db.prepare('UPDATE claim SET status = 4 WHERE id = ?').run(ids[0]);
  });
  const graph = Map.groupBy(edges, ([, source]) => source);
  const times = await interleave({
    ours: () => store.staleness(decisions),
    bfs: () => {
      const seen = new Set<ClaimId>([ids[0] as ClaimId]);
      for (const id of seen) for (const [derived] of graph.get(id) ?? []) seen.add(derived);
      return seen.size;
    },
  });
  const stale = await store.staleness(decisions);
  report.heading(
    `staleness over ${edges.length} derivations, each stale claim with its path, read from the database`,
  );
  report.note(`${stale.length} claims are stale`);
  const ratio = report.compare('staleness', times.ours, { name: 'search in memory', value: times.bfs });
  report.budget('staleness of 100,000 edges', ratio, { max: 50, unit: '×' });
}
