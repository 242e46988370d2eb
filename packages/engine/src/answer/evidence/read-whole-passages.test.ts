import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTE = `# Kestrel

## Hull

The kestrel has a red hull of steel. It was painted by Ida in the northern shed. Nobody else may paint it.

## Mast

The mast of the kestrel is of spruce. <!--privacy:secret-->The mast hides the code 471108-zyzzyva.<!--/privacy--> It is twelve metres high.
`;

async function open(note: string) {
  const vault = await setupVault({ 'kestrel.md': note });
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return {
    vault,
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

it('gives a model the whole passage, each claim marked, under the note and headings that are said once', async () => {
  await using v = await open(NOTE);
  const { prompt, claimIds } = await v.memory.prompt('Which colour has the hull of the kestrel?');
  const told = prompt.slice(0, prompt.indexOf('Question:'));
  expect(told.match(/note: kestrel › Kestrel › Hull|note: Kestrel › Hull/gu)).toHaveLength(1);
  expect(told).toMatch(
    /red hull of steel\.[\s\S]*\[claim:\w{16}\][\s\S]*painted by Ida[\s\S]*\[claim:\w{16}\][\s\S]*Nobody else may paint it\./u,
  );
  const marked = [...told.matchAll(/\[claim:(\w{16})\]/gu)].map(([, id]) => id);
  expect(new Set(marked)).toEqual(new Set(claimIds));
  expect(marked).toHaveLength(new Set(marked).size);
  for (const sentence of ['red hull of steel', 'painted by Ida', 'Nobody else'])
    expect(told.split(sentence)).toHaveLength(2);
});

it('adds no secret sentence of a passage, whoever the prompt is for', async () => {
  await using v = await open(NOTE);
  for (const place of ['cloud-model', 'loopback'] as const) {
    const bands = ['public', 'private'] as const;
    const { prompt } = await v.memory.prompt('Of which wood is the mast of the kestrel?', { place, bands });
    expect(prompt).toContain('is of spruce');
    expect(prompt).not.toMatch(/471108|zyzzyva/u);
  }
  const cloud = await v.memory.prompt('Of which wood is the mast of the kestrel?');
  expect(cloud.prompt).not.toMatch(/471108|zyzzyva/u);
});

it('names no heading of a note that has changed since it was indexed, and no sentence that is secret by now', async () => {
  await using v = await open(NOTE);
  await writeFile(
    join(v.vault.root, 'kestrel.md'),
    NOTE.replace('## Hull', '## Hull of the zyzzyva').replace(
      'It was painted by Ida in the northern shed.',
      '<!--privacy:secret-->It was painted by Ida in the northern shed.<!--/privacy-->',
    ),
  );
  const { prompt } = await v.memory.prompt('Which colour has the hull of the kestrel?');
  expect(prompt).toContain('red hull of steel');
  expect(prompt).not.toMatch(/painted by Ida|› Hull/u);
});
