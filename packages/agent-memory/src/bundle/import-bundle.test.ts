import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { describe, expect, it } from 'vitest';
import type { AgentMemory } from '../agent-memory.ts';
import { type AgentSetup, setupAgent } from '../testing-fixtures/setup-agent.ts';
import { stateOf } from '../testing-fixtures/state-of.ts';
import { ticking } from '../testing-fixtures/ticking.ts';
import { createListHash } from './list-hash.ts';
import { readBundle } from './read-bundle.ts';

const RELAY = 'The relay of Harbor runs in Lisbon.';

async function bundleOf(agent: AgentMemory, options = {}): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of agent.exportBundle(options)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The bytes of a bundle, in pieces that split lines and characters. */
function opened(text: string) {
  return async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 777) yield bytes.subarray(at, at + 777);
  };
}

/**
 * A history with turns, a correction, a repetition, a day, a forgotten memory, a held memory and a
 * consolidation.
 */
async function live(s: AgentSetup): Promise<void> {
  const one = await s.agent.session();
  await one.append([{ role: 'user', content: RELAY }]);
  await one.remember({ content: RELAY, quote: RELAY });
  await one.note('Ada called.');
  await one.remember({ content: 'The owner of the Harbor roadmap is Ada.' });
  const two = await s.agent.session();
  await two.remember({ content: 'The owner of the Harbor roadmap is Grace.' });
  for (let i = 0; i < 2; i++)
    await (await s.agent.session()).remember({ content: 'Atlas supports offline sync.' });
  const { memoryId } = await two.remember({ content: 'The archive of Harbor is in Oslo.' });
  await two.forget(String(memoryId), { reason: 'wrong' });
  await two.remember({ content: 'Always deploy on Fridays after lunch.', kind: 'procedure' });
  await s.agent.consolidate();
}

const withoutTime = (bundle: string) => bundle.replace(/"created":"[^"]*"/u, '');
const allFiles = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.memora'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

describe('a bundle', () => {
  it('gives an empty vault the same ids, states and counts, and the same bundle again; a second import writes nothing', async () => {
    await using from = await setupAgent({ now: ticking() });
    await live(from);
    const bundle = await bundleOf(from.agent);
    await using to = await setupAgent({ now: ticking() });
    const done = await to.agent.importBundle(opened(bundle));
    expect(done).toMatchObject({ same: 0, differs: [], batch: expect.stringMatching(/^imp_/u) });
    expect(await stateOf(to.agent)).toEqual(await stateOf(from.agent));
    expect(await to.agent.list()).toEqual(await from.agent.list());
    expect(await to.agent.stats()).toEqual(await from.agent.stats());
    expect(withoutTime(await bundleOf(to.agent))).toBe(withoutTime(bundle));
    expect(await to.agent.importBundle(opened(bundle))).toMatchObject({
      batch: null,
      written: 0,
      differs: [],
    });
    const [forgotten] = (await to.agent.log()).entries.filter(({ code }) => code === 'forgotten');
    expect(await to.agent.restore(String(forgotten?.notes[0]))).toMatchObject({
      restored: forgotten?.notes[0],
    });
    const merged = (await to.agent.log({ operation: 'merge' })).entries[0];
    expect((await to.agent.rollback({ batch: String(merged?.batch) })).returns).toEqual([merged?.notes[1]]);
  });

  it('keeps what stands there in another version, and its import can be taken out again', async () => {
    await using from = await setupAgent({ now: ticking() });
    await live(from);
    const bundle = await bundleOf(from.agent);
    const before = await from.files();
    const [edited = ''] = before.filter((path) => path.includes('the-relay-of-harbor'));
    await writeFile(join(from.root, edited), (await from.read(edited)).replace('Lisbon', 'Madrid'));
    const id = `mem_${edited.slice(-15, -3)}`;
    expect(await from.agent.importBundle(opened(bundle))).toMatchObject({ written: 0, differs: [id] });
    expect(await from.read(edited)).toContain('Madrid');
    await using to = await setupAgent({ now: ticking() });
    const own = await to.agent.remember({ content: 'The crane of Harbor lifts 12 tons.' });
    const { batch } = await to.agent.importBundle(opened(bundle));
    const { batch: undo, falls } = await to.agent.rollback({ batch: String(batch) });
    expect(falls).toContain(id);
    expect((await to.agent.list()).memories.map(({ memoryId }) => memoryId)).toEqual([own.memoryId]);
    await to.agent.rollback({ batch: String(undo) });
    expect((await to.agent.list()).memories).toHaveLength((await from.agent.list()).memories.length + 1);
  });

  it('is refused whole for one changed byte, a cut, a line too few, a later version and a path that leads out', async () => {
    await using from = await setupAgent({ now: ticking() });
    await live(from);
    const bundle = await bundleOf(from.agent);
    const lines = bundle.trimEnd().split('\n');
    const forged = (path: string) => {
      const list = createListHash();
      const text = 'x';
      const blake3 = fingerprint(Buffer.from(text));
      list.add(path, blake3);
      const file = { path, blake3, bytes: 1, text };
      const end = { files: 1, left_out: 0, blake3: list.hash() };
      return `${[lines[0], JSON.stringify(file), JSON.stringify(end)].join('\n')}\n`;
    };
    const out = [
      ...['../out.md', 'semantic/memory/../../out.md', '/semantic/memory/out.md', 'semantic\\memory\\out.md'],
      ...['projects/plan.md', 'MEMORY.md', '.memora/index.db', 'semantic/memory/a\u0000.md'],
      ...['.trash/memora/con_000000000000/projects/plan.md', '.trash/memora/../../out.md', 'C:/out.md'],
    ];
    const bad: readonly (readonly [string, string])[] = [
      [bundle.replace('Lisbon', 'Madrid'), 'BUNDLE_INVALID'],
      [bundle.slice(0, -200), 'BUNDLE_INVALID'],
      [`${lines.slice(0, -1).join('\n')}\n`, 'BUNDLE_INVALID'],
      [`${lines.filter((_, i) => i !== 3).join('\n')}\n`, 'BUNDLE_INVALID'],
      [bundle + lines[1], 'BUNDLE_INVALID'],
      [bundle.replace('"version":1', '"version":2'), 'BUNDLE_TOO_NEW'],
      ['', 'BUNDLE_INVALID'],
      ['[1]\n', 'BUNDLE_INVALID'],
      ...out.map((path) => [forged(path), 'BUNDLE_INVALID'] as const),
    ];
    const few = async () => {
      for await (const _ of readBundle(opened(bundle)(), 2));
    };
    await expect(few()).rejects.toMatchObject({
      code: 'BUNDLE_INVALID',
      message: 'Line 4 of the bundle is one file more than the 2 that a bundle may have.',
    });
    await using to = await setupAgent({ now: ticking() });
    for (const [text, code] of bad) {
      await expect(to.agent.importBundle(opened(text))).rejects.toMatchObject({ code });
      expect(await allFiles(to.root)).toEqual([]);
    }
  });

  it('leaves out files with secret text and counts them, unless they are revealed', async () => {
    await using s = await setupAgent({ now: ticking() });
    await s.agent.remember({ content: RELAY });
    await s.agent.remember({
      content: 'The card of Harbor is 4111 1111 1111 1111 for Ada.',
      privacy: 'secret',
    });
    await mkdir(join(s.root, 'projects'));
    await writeFile(join(s.root, 'projects/plan.md'), 'The plan of Harbor.\n');
    const bundle = await bundleOf(s.agent);
    expect(bundle).not.toContain('4111 1111 1111 1111');
    expect(bundle).not.toContain('The plan of Harbor');
    expect(bundle).toContain('"left_out":1');
    expect(await bundleOf(s.agent, { reveal: true })).toContain('4111 1111 1111 1111');
    expect(await readFile(join(s.root, 'projects/plan.md'), 'utf8')).toBe('The plan of Harbor.\n');
  });
});
