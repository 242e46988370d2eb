import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openWorkspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';

const NOTES = {
  '2026-03-01.md': '# Pump\n\npressure:: 40 bar\n\nDecision: the pump moves to berth 4.\n',
  '2026-04-01.md': '# Pump\n\npressure:: 45 bar\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe safe opens with 471108-Kestrel.\n',
  'pub.md': '---\nprivacy: public\n---\n# Club\n\nThe club meets on Mondays.\n',
};

async function indexed() {
  const workspace = await openWorkspace(NOTES);
  const at = { env: { ...workspace.env, MEMORA_VAULT: workspace.vault } };
  await runJson(['index', '--no-write'], at);
  return { workspace, at, [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose]() };
}

it('capture writes a note once, whole, and indexes it', async () => {
  await using made = await indexed();
  const { path } = await runJson<{ id: string; path: string }>(
    ['capture', 'The crane lifts 12 tons.', '--region', 'plant', '--tags', 'crane,lift'],
    made.at,
  );
  expect(await readFile(join(made.workspace.vault, path), 'utf8')).toContain('The crane lifts 12 tons.');
  const answer = await runJson<{ clean_text: string }>(['query', 'How much does the crane lift?'], made.at);
  expect(answer.clean_text).toContain('12 tons');
  const piped = await runMemora(['capture', '--region', 'plant', '--json'], {
    ...made.at,
    stdin: 'The crane is red.\n',
  });
  expect(piped.code).toBe(0);
  expect((await runMemora(['capture', 'x', '--region', '../outside'], made.at)).code).not.toBe(0);
});

it('a backup is restored, and what was indexed since is found again', async () => {
  await using made = await indexed();
  const copy = join(made.workspace.folder, 'copy.db');
  await runJson(['backup', copy], made.at);
  expect((await runMemora(['backup', copy], made.at)).stderr).toMatch(/exists|overwrit/);
  const before = await runJson<{ claims: { claim_id: string }[] }>(['claims', 'list'], made.at);
  const folder = join(made.workspace.vault, '.memora');
  for (const name of await readdir(folder)) if (name.startsWith('memora.db')) await rm(join(folder, name));
  await runJson(['restore', copy], made.at);
  const after = await runJson<{ claims: { claim_id: string }[] }>(['claims', 'list'], made.at);
  expect(after.claims.map((claim) => claim.claim_id)).toEqual(before.claims.map((claim) => claim.claim_id));
});

it('export is JSON lines; an export for sharing contains no private text and no secret claim', async () => {
  await using made = await indexed();
  const all = await runMemora(['export'], made.at);
  const lines = all.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(3);
  expect(all.stdout).not.toContain('Kestrel');
  const shared = await runMemora(['export', '--public', '--reveal'], made.at);
  expect(shared.stdout).toContain('The club meets on Mondays.');
  expect(shared.stdout).not.toMatch(/40 bar|berth|Kestrel|redacted/);
});

it('history and review queues show which claims were replaced, and the ledger keeps decisions', async () => {
  await using made = await indexed();
  const { entries } = await runJson<{ entries: { object: string; status: string }[] }>(
    ['timeline', 'Pump'],
    made.at,
  );
  expect(entries.map((claim) => claim.object)).toEqual(expect.arrayContaining(['40 bar', '45 bar']));
  for (const command of ['contradictions', 'stale', 'decisions']) {
    const { code, stderr } = await runMemora([command], made.at);
    expect(stderr).not.toContain('memora:');
    expect(code).toBe(0);
  }
  const { claims } = await runJson<{ claims: { claim_id: string; object: string }[] }>(
    ['claims', 'list'],
    made.at,
  );
  const id = claims.find((claim) => claim.object === '45 bar')?.claim_id ?? '';
  await runJson(['claims', 'forget', id, '--reason', 'misread'], made.at);
  expect(await readFile(join(made.workspace.vault, '_ledger.md'), 'utf8')).toContain(`forget claim:${id}`);
  await rm(join(made.workspace.vault, '.memora'), { recursive: true });
  await runJson(['index', '--no-write'], made.at);
  const again = await runJson<{ claims: { claim_id: string; status: string }[] }>(
    ['claims', 'list'],
    made.at,
  );
  expect(again.claims.filter((claim) => claim.claim_id === id && claim.status !== 'retracted')).toEqual([]);
});

it('a receipt proves the answer and is never written over a file', async () => {
  await using made = await indexed();
  const { clean_text } = await runJson<{ clean_text: string }>(
    ['query', 'When does the club meet?'],
    made.at,
  );
  const receipt = join(made.workspace.folder, 'receipt.json');
  const first = await runMemora(['verify', '--receipt', receipt], { ...made.at, stdin: clean_text });
  expect(first.code).toBe(0);
  expect(JSON.parse(await readFile(receipt, 'utf8'))).toBeTypeOf('object');
  await writeFile(receipt, 'mine');
  expect(
    (await runMemora(['verify', '--receipt', receipt], { ...made.at, stdin: clean_text })).code,
  ).not.toBe(0);
  expect(await readFile(receipt, 'utf8')).toBe('mine');
});

it('completion scripts are accepted by the shell, and a schedule names vault and program', async () => {
  await using made = await indexed();
  const { stdout } = await runMemora(['completion', 'bash'], made.at);
  expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
  const complete = `${stdout}\nCOMP_WORDS=(memora claims l); COMP_CWORD=2; _memora; echo "\${COMPREPLY[@]}"`;
  expect(spawnSync('bash', ['-c', complete], { encoding: 'utf8' }).stdout.trim()).toBe('list');
  expect((await runMemora(['completion', 'powershell'], made.at)).code).toBe(2);
  for (const system of ['cron', 'systemd', 'launchd']) {
    const printed = await runMemora(['schedule', system, '--at', '04:30'], made.at);
    expect(printed.stdout).toContain(made.workspace.vault);
    expect(printed.stdout).toMatch(/30 4|04:30|<integer>30/);
  }
});

it('query, verify and claims list answer with what was known on a past day', async () => {
  await using made = await indexed();
  const known = new Date(Date.now() + 1).toISOString();
  await setTimeout(20);
  await writeFile(join(made.workspace.vault, '2026-04-01.md'), '# Pump\n\npressure:: 50 bar\n');
  await runJson(['index', '--no-write'], made.at);
  const found = (args: readonly string[]) =>
    runJson<{ hits: { object: string }[] }>(
      ['query', 'What is the pressure of the pump?', '--claims', ...args],
      made.at,
    );
  const objects = async (...args: string[]) => (await found(args)).hits.map(({ object }) => object);
  expect(await objects('--known-at', known)).toContain('45 bar');
  expect(await objects('--known-at', known)).not.toContain('50 bar');
  expect(await objects()).toContain('50 bar');
  expect(await objects()).not.toContain('45 bar');
  const listed = await runJson<{ claims: { object: string; status: string }[] }>(
    ['claims', 'list', '--subject', 'Pump', '--known-at', known],
    made.at,
  );
  expect(listed.claims.find(({ object }) => object === '45 bar')?.status).toBe('current');
  const asked = ['query', 'What is the pressure of the pump?', '--known-at', known];
  const { stdout, stderr } = await runMemora(asked, made.at);
  expect(stdout).not.toMatch(/45 bar|50 bar/);
  expect(stderr).toContain('the notes said this then, and no longer do');
  const now = await runJson<{ clean_text: string }>(['query', 'What is the pressure of the pump?'], made.at);
  const then = await runMemora(['verify', '--known-at', known], { ...made.at, stdin: now.clean_text });
  expect(then.code).toBe(1);
  const wrong = await runMemora(['query', 'x', '--known-at', 'last week'], made.at);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--known-at takes a date')]);
});

it('every command that shows a claim shows its words at their current place, and never the text that replaced them', async () => {
  await using made = await indexed();
  const note = join(made.workspace.vault, '2026-04-01.md');
  const listed = await runJson<{ claims: { claim_id: string; source_text: string }[] }>(
    ['claims', 'list', '--note', '2026-04-01.md'],
    made.at,
  );
  const id = listed.claims.find(({ source_text }) => source_text.includes('45 bar'))?.claim_id ?? '';
  const shown = async (...args: string[]) => (await runMemora(args, made.at)).stdout;

  await writeFile(note, '# Pump\n\nA line that came above.\n\npressure:: 45 bar\n');
  expect(await shown('claims', 'show', id)).toContain('2026-04-01.md:5');
  expect(await shown('claims', 'history', id)).toContain('⟦pressure:: 45 bar⟧');
  expect(await shown('timeline', 'Pump')).toContain('⟦pressure:: 45 bar⟧');

  await writeFile(note, '# Pump\n\npressure:: 99 bar\n');
  for (const args of [
    ['claims', 'show', id],
    ['claims', 'history', id],
    ['timeline', 'Pump'],
  ]) {
    const text = await shown(...args);
    expect(text).not.toContain('99 bar');
    expect(text).toContain('no longer says this; `memora index` brings the claims up to date');
  }
  const json = await runJson<{ evidence: { text: string | null }[] }>(['claims', 'show', id], made.at);
  expect(json.evidence.map(({ text }) => text)).toEqual([null]);
  await runJson(['index', '--no-write'], made.at);
  const retired = await shown('claims', 'history', id);
  expect(retired).toContain('2026-04-01.md: no longer says this\n');
  expect(retired).not.toContain('99 bar');
});
