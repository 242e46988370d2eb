import type { Memory } from '@memora/engine';
import { openMemory } from '@memora/engine';
import { toClaimJson } from '@memora/engine/json';
import { createReport } from '@memora/report';
import { expect, it } from 'vitest';
import { readResource } from './resources.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

/**
 * Secret texts of equal length and shape: they differ in words, dates, figures, names and kind of statement.
 */
const SECRETS = [
  { pin: '4711', day: '1987-06-05', who: 'Oskar', act: 'We decided to sell the mill', band: '92,500' },
  { pin: '8630', day: '2019-11-28', who: 'Agnes', act: 'Every Tuesday Mia is ill at', band: '31,250' },
] as const;

function notesWith({ pin, day, who, act, band }: (typeof SECRETS)[number]): Record<string, string> {
  return {
    'projects/gateway.md': `# Gateway\n\nThe gateway moved to Dublin on 2026-03-03. It serves 40 requests a second.\n\n<!--privacy:secret-->The gateway pin is ${pin} since ${day}.<!--/privacy-->\n\nAna earns ${'80,000'} a year.\n\n<!--privacy:secret-->${who} earns ${band} a year.<!--/privacy-->\n`,
    'people/diary.md': `---\nprivacy: secret\ndate: ${day}\n---\n# ${who}\n\n${act} on ${day}.\n`,
    'plans/2025.md': `---\ndate: 2025-05-01\n---\n# Plan\n\nbuoy interval:: 60 seconds\n\n<!--privacy:secret-->\npump interval:: ${pin} hours\n<!--/privacy-->\n`,
    'plans/2026.md': `---\ndate: 2026-05-01\n---\n# Plan\n\nbuoy interval:: 30 seconds\n\nOn 2026-04-02 we decided to switch to MessagePack.\n\n<!--privacy:secret-->\npump interval:: ${pin === '4711' ? '4711' : '9999'} hours\n<!--/privacy-->\n`,
  };
}

const QUESTIONS = ['What is the gateway pin?', '4711', 'Oskar', 'earns 31,250', 'mill 1987', 'pump interval'];

function* inputsOf(
  ids: readonly string[],
): Generator<readonly [`memora_${string}`, Record<string, unknown>]> {
  for (const query of QUESTIONS) {
    yield ['memora_query', { query, k: 50 }];
    yield ['memora_query', { query, k: 50, as_of: '1990-01-01' }];
    yield ['memora_query', { query, k: 50, known_at: '2100-01-01' }];
    yield ['memora_query_cited', { query }];
  }
  for (const id of ids) {
    yield ['memora_verify_claim', { claim_id: id }];
    yield ['memora_verify_answer', { text: `The gateway pin is 4711. [claim:${id}]` }];
    yield ['memora_verify_answer', { text: `"4711" [claim:${id}] and "1987-06-05" [claim:${id}]` }];
    yield ['memora_verify_answer', { text: `[claim:${id}]` }];
  }
  for (const id of ['projects/gateway', 'people/diary', 'plans/2025']) yield ['memora_get_note', { id }];
  for (const region of ['projects', 'people', 'plans']) yield ['memora_get_atlas', { region }];
  for (const tool of ['get_world_map', 'stale_claims', 'contradictions', 'challenge', 'decisions'])
    yield [`memora_${tool}`, {}];
  for (const subject of ['Oskar', 'pump', 'Plan', 'gateway']) yield ['memora_contradictions', { subject }];
}

/**
 * Everything that a client receives, with ids of secret claims replaced by their place and times of the run
 * left out.
 */
async function tellAll(memory: Memory): Promise<readonly string[]> {
  const { claims } = await memory.claims.listClaims();
  const secret = claims.filter(({ band }) => band === 'secret');
  const tools = new Map(toolsOf('all').map((tool) => [tool.name, tool]));
  const told: unknown[] = [];
  const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  for (const [name, input] of inputsOf(secret.map(({ id }) => id))) {
    const tool = tools.get(name);
    if (tool === undefined) throw new TypeError(name);
    const said = await tool.run(memory, input, context as never).catch((error: unknown) => String(error));
    told.push([name, input, said]);
  }
  for (const { id } of secret) told.push(await readResource(memory, `memora://claim/${id}`));
  for (const id of ['projects/gateway', 'people/diary'])
    told.push(await readResource(memory, `memora://note/${encodeURIComponent(id)}`));
  told.push(secret.length, claims.length);
  return told.map((each) => {
    let text = JSON.stringify(each).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
    secret.forEach(({ id }, i) => {
      text = text.replaceAll(id, `<secret ${i}>`);
    });
    return text;
  });
}

it('tells a client the same of two vaults that differ in secret text alone', async () => {
  const told: (readonly string[])[] = [];
  for (const secrets of SECRETS) {
    await using vault = await setupVault(notesWith(secrets));
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    told.push(await tellAll(memory));
  }
  expect(told[0]?.length).toBeGreaterThan(60);
  expect(told[1]).toEqual(told[0]);
});

it('tells a client nothing in 10,000 guesses', async () => {
  await using vault = await setupVault(notesWith(SECRETS[0]));
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  const verify = toolsOf('all').find(({ name }) => name === 'memora_verify_answer');
  if (verify === undefined) throw new TypeError('the tool is gone');
  const said = new Set<string>();
  const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  for (let pin = 0; pin < 10_000; pin += 20) {
    const guesses = Array.from({ length: 20 }, (_, i) => String(pin + i).padStart(4, '0'));
    const text = guesses.map((guess) => `The pin is "${guess}". [claim:${claims[0]?.id}]`).join('\n\n');
    const { checks, statements, ...rest } = (await verify.run(memory, { text }, context as never)) as {
      checks: readonly Record<string, unknown>[];
      statements: readonly Record<string, unknown>[];
    };
    // Their texts are the client's own.
    for (const { text: _text, offset: _, checks: _checks, ...statement } of statements)
      said.add(JSON.stringify(statement));
    for (const { offset: _, statement: _at, ...check } of checks) said.add(JSON.stringify(check));
    said.add(JSON.stringify(rest));
  }
  expect(said.size).toBe(3);
});

it('names a secret note by nothing that it is called', async () => {
  const notes = {
    'hr/Salary of Sarah is 120k.md': '---\nid: sarah-earns-120k\nprivacy: secret\n---\nSarah earns 120k.\n',
    'hr/open.md': '# Open\n\nThe office is in Umeå.\n',
  };
  await using vault = await setupVault(notes);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  const told = [
    ...(await tellAll(memory)),
    (await createReport(memory)).html,
    JSON.stringify((await memory.claims.listClaims()).claims.map((claim) => toClaimJson(claim))),
  ].join('\n');
  expect(told).toContain('hr/open.md');
  expect(told).toMatch(/\[redacted\]\.md#/);
  expect(told).not.toMatch(/Salary|120k|sarah/i);
});
