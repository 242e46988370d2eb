import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attacks, policy } from '../testing-fixtures/plant-attacks.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const WHOLE = process.env['MEMORA_TEST_WHOLE'] === '1';
const EACH = WHOLE ? 25 : 10;
/** Grouped by the way in; CI runs two groups of all ways. */
const parts = WHOLE
  ? Map.groupBy(attacks, ({ way }) => way)
      .values()
      .toArray()
  : [attacks.filter((_, i) => i % (attacks.length / (2 * EACH)) === 0)];
const OWN = 'The relay of Harbor runs in Lisbon.';

/**
 * Every file and folder with a word of an attack, including its name. `isSeen` leaves out files that no
 * person and no model sees.
 */
async function saying(root: string, words: readonly string[], isSeen: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (isSeen && path.startsWith('.')) continue;
    const text = `${path} ${entry.isFile() ? await readFile(join(root, path), 'latin1') : ''}`;
    if (words.some((word) => text.includes(word)) || /evil/iu.test(text)) found.push(path);
  }
  return found;
}

it.each(parts.map((some, i) => [i, some.length, some] as const))(
  'leaves of part %i, %i attacks, no byte once their session is rolled back, in packs, recall and pages; none anywhere once it is erased',
  async (_, __, some) => {
    let planted = 0;
    for (let from = 0; from < some.length; from += EACH) {
      const part = some.slice(from, from + EACH);
      // If all are tested, each of them in turn.
      for (const erase of WHOLE ? [false, true] : [(from / EACH) % 2 === 1]) {
        await using s = await setupAgent({ policy });
        await writeFile(join(s.root, 'own.md'), `${OWN}\n`);
        await s.agent.memory.index();
        const own = await (await s.agent.session({ id: 'talk' })).append([
          { role: 'user', content: 'Remember that the archive of Harbor is in Porto.' },
        ]);
        expect(own).toHaveLength(1);
        const x = await s.agent.session();
        const fooled = { ...s, agent: { ...s.agent, session: async () => x, remember: x.remember } };
        for (const { way, text, i } of part) await way(fooled, text, i);
        const encoded = part
          .flatMap(({ text }) => text.split(' ').at(-1) ?? [])
          .filter((word) => word.length > 40);
        planted += (await saying(s.root, encoded, true)).length;
        await s.agent.rollback({ session: x.id }, { erase });
        await s.agent.memory.consolidate();
        expect(await saying(s.root, encoded, true)).toEqual([]);
        const next = await (await s.reopen()).session();
        for (const { question } of part) {
          const { prefix, turn } = await next.context({ question });
          const { items } = await next.recall(question, { limit: 20 });
          const shown = JSON.stringify([prefix, turn, items]);
          expect(shown).not.toMatch(/evil/iu);
          for (const word of encoded) expect(shown).not.toContain(word);
        }
        expect((await s.agent.list()).memories.map(({ text }) => text)).toEqual([
          'The archive of Harbor is in Porto.',
        ]);
        if (!erase) continue;
        await s.agent.close();
        expect(await saying(s.root, encoded, false)).toEqual([]);
      }
    }
    // One way brings in nothing by itself: a quote of something that nobody said is refused.
    if (!WHOLE) expect(planted).toBeGreaterThan(0);
  },
  3_600_000,
);
