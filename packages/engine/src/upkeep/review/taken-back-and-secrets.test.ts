import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const SAID = 'The pump runs at 40 bar.';
const OPEN = { 'works.md': `# Works\n\n${SAID} The hall has seven rooms.\n` };
const diary = (text: string) => ({ 'a/diary.md': `---\nprivacy: secret\n---\n# Diary\n\n${text}\n` });

const TAKES = [
  ['forgotten', (memory: Memory, id: string) => memory.forget(id, 'wrong')],
  ['erased', (memory: Memory, id: string) => memory.erase({ claim: id })],
] as const;
/** The possible changes of the note with the decision: the same for the entry as rewriting the page. */
const WAYS = [
  ['stands', async () => {}],
  [
    'is gone',
    (root: string) => rename(join(root, 'works.md'), join(root, '..', `gone-${crypto.randomUUID()}.md`)),
  ],
] as const;
const CASES = TAKES.flatMap(([taken, take]) => WAYS.map(([way, go]) => [taken, way, take, go] as const));

it.each(CASES)(
  'what is %s of open text, whose note %s, tells nothing of a secret that says the same',
  async (...[, , take, go]) => {
    const told: unknown[] = [];
    for (const secret of [SAID, 'The pump runs at 99 bar.']) {
      await using vault = await setupVault({ ...OPEN, ...diary(secret) });
      const { root, env } = vault;
      {
        await using memory = await openMemory({ vault: root, env });
        await memory.index();
        const { claims } = await memory.claims.listClaims();
        const open = claims.find(({ band }) => band !== 'secret');
        await take(memory, open?.id ?? '');
      }
      await go(root);
      await using memory = await openMemory({ vault: root, env });
      for (let run = 0; run < 2; run++) {
        const { report } = await memory.index({ full: true });
        const { claims } = await memory.claims.listClaims();
        told.push({
          ...{ ...report, seconds: 0, indexMs: {} },
          claims: claims.map(({ band, notePath, status }) => [band, notePath, status]),
        });
      }
      told.push((await readFile(join(root, '_ledger.md'), 'utf8')).split(' ').length);
    }
    expect(told.slice(3)).toEqual(told.slice(0, 3));
    expect(JSON.stringify(told)).toContain('"secret","a/diary.md","current"');
  },
);

it.each(TAKES)(
  'what was %s stays so where the claim becomes secret in its note, and open again',
  async (...[, take]) => {
    await using vault = await setupVault({ 'works.md': `# Works\n\n${SAID}\n` });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const live = async () =>
      (await memory.claims.listClaims()).claims.filter(({ status }) => status === 'current').length;
    await take(memory, (await memory.claims.listClaims()).claims[0]?.id ?? '');
    expect(await live()).toBe(0);
    await vault.write('works.md', `# Works\n\n<!--privacy:secret-->${SAID}<!--/privacy-->\n`);
    await memory.index();
    expect(await live()).toBe(0);
    await vault.write('works.md', `# Works\n\n${SAID}\n\nMore.\n`);
    await memory.index();
    expect(await live()).toBe(0);
  },
);
