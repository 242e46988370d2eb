import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { toAnswerJson } from '../json/index.ts';
import { toClaimJson } from '../json/to-claim-json.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const UNREADABLE = (line: string) => `---\ntitle: [unclosed\n${line}\n---\n# Deal\n\nThe cafe opens at 8.\n`;

it.each([
  ['says that it is secret', '---\nprivacy: secret\n---\nText.\n', true],
  ['cannot be read and asks for an open band', UNREADABLE('privacy: public'), false],
  ['cannot be read and asks for a private band', UNREADABLE('privacy: private'), false],
  ['cannot be read and says secret', UNREADABLE('privacy: secret'), true],
  ['cannot be read and says both', UNREADABLE('privacy: public\nprivacy: secret'), true],
  ['cannot be read and misspells the band', UNREADABLE('privacy: privat'), true],
  ['cannot be read and misspells the key', UNREADABLE('privacy: public\nprivcy: secret'), true],
  ['cannot be read and spells with an escape', UNREADABLE('privacy: public\n"\\x70rivacy": x'), true],
  ['names a band that there is none of', '---\nprivacy: topsecret\n---\nText.\n', true],
  ['is never closed', '---\nprivacy: public\ntitle: x\n\nText.\n', true],
  ['is open', '# Cafe\n\nThe cafe opens at 8.\n', false],
])('a note whose frontmatter %s', async (_, content, hidden) => {
  await using vault = await setupVault({ 'falcon.md': content });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const nameOf = await memory.nameNotes(['falcon.md']);
  if (hidden) expect(nameOf('falcon.md')).toMatch(/^\[redacted\]\.md#\w{8}$/);
  else expect(nameOf('falcon.md')).toBe('falcon.md');
});

it('a note that is gone goes by what it was indexed as', async () => {
  await using vault = await setupVault({ 'falcon.md': '---\nprivacy: secret\n---\nText.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await rm(join(vault.root, 'falcon.md'));
  expect((await memory.nameNotes(['falcon.md']))('falcon.md')).not.toContain('falcon');
});

it('the doctor names no secret note, their ids neither, and does where it is asked to', async () => {
  const twin = '---\nid: merlin\nprivacy: secret\n---\n# Twin\n\nThe harbour lease ends.\n';
  await using vault = await setupVault({
    'falcon.md': twin,
    'Falcon.md': twin,
    'kestrel.md': twin,
    'falcon.sync-conflict-20260301-101112-ABCDEFG.md': twin,
    'open.md': '---\nid: heron\n---\nOpen.\n',
    'opener.md': '---\nid: heron\n---\nOpen too.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const told = JSON.stringify(await memory.doctor());
  expect(told).not.toMatch(/falcon|kestrel|merlin/iu);
  expect(told).toContain('opener.md (heron)');
  expect(told).toContain('[redacted].md#');
  const revealed = JSON.stringify(await memory.doctor({ reveal: true }));
  for (const name of ['kestrel.md', '(merlin)', 'falcon.sync-conflict']) expect(revealed).toContain(name);
});

const PUMP = '# Pump\n\nThe pump runs at 40 bar.\n\nThe pump hums.\n';
const SECRET_PUMP = `---\nprivacy: secret\n---\n${PUMP}`;

it('an answer names no note that has become secret since it was indexed, unless it is revealed', async () => {
  await using vault = await setupVault({ 'falcon.md': PUMP });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await vault.write('falcon.md', SECRET_PUMP);
  const question = 'How many bar does the pump run at?';
  const open = await memory.ask(question, { bands: ['public', 'private'] });
  expect(JSON.stringify(toAnswerJson(open))).not.toContain('falcon');
  const all = await memory.ask(question);
  expect(JSON.stringify(toAnswerJson(all))).not.toContain('falcon');
  expect(toAnswerJson(all).notices.behind).toEqual([expect.stringMatching(/^\[redacted\]\.md#\w{16}$/u)]);
  expect(toAnswerJson(all, { reveal: true }).notices.behind).toEqual(['falcon.md']);
});

it('an answer names no note that was behind, and has become secret while a model was asked', async () => {
  await using vault = await setupVault({ 'falcon.md': PUMP });
  const mark = () => {
    writeFileSync(join(vault.root, 'falcon.md'), SECRET_PUMP);
    return 'NO ANSWER';
  };
  await using server = await openModelServer([{ say: mark }]);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  await vault.write('falcon.md', `${PUMP}\nThe pump is red.\n`);
  const { notices } = await memory.ask('How many bar does the pump run at?');
  expect(server.requests).toHaveLength(1);
  expect(notices.behind).toEqual([expect.stringMatching(/^\[redacted\]\.md#\w{16}$/u)]);
});

it('names a memory like a secret note once a part of its text is hidden, because its file name repeats the text', async () => {
  const path = 'semantic/memory/fact/ida-wants-to-move-to-bergen-0123456789ab.md';
  const neutral = 'semantic/memory/fact/memory-ba9876543210.md';
  const of = (id: string, text: string) => `---\nid: mem_${id}\nkind: fact\n---\n${text}\n`;
  await using vault = await setupVault({
    [path]: of('0123456789ab', 'Ida wants to move to <!--privacy:secret-->Bergen<!--/privacy-->.'),
    [neutral]: of('ba9876543210', 'Kim sails with <!--privacy:secret-->Bo<!--/privacy--> to sea.'),
    'ida.md': '# Ida\n\nIda runs the harbour. <!--privacy:secret-->She is ill.<!--/privacy-->\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.consolidate();
  const names = await memory.nameNotes([path, neutral, 'ida.md']);
  expect(names(path)).toMatch(/^\[redacted\]\.md#/u);
  expect([names(neutral), names('ida.md')]).toEqual([neutral, 'ida.md']);
  const { claims } = await memory.claims.listClaims();
  const shown = claims.map((claim) => toClaimJson(claim, {}));
  expect(JSON.stringify(shown)).not.toMatch(/bergen/iu);
  const page = await readFile(join(vault.root, 'world_map.md'), 'utf8');
  expect(page).toContain('Ida runs the harbour.');
  expect(page).not.toMatch(/bergen/iu);
});
