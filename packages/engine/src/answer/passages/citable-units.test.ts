import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { citeHandle } from '../../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

/** A link alone is not a claim. A quotation of it cites the unit. */
const NOTE = '# Iterator sequencing\n\nIterator sequencing has two champions.\n\n- [[Stage 4]]\n';
const QUESTION = 'Which stage did iterator sequencing reach?';

async function setup(words = 'Stage 4') {
  const vault = await setupVault({ 'iterators.md': NOTE });
  const server = await openModelServer([
    { say: (body) => `Iterator sequencing reached stage 4 ${citeHandle(body, words)}.` },
  ]);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  const open = () =>
    openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
  return {
    vault,
    open,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await vault[Symbol.asyncDispose]();
    },
  };
}

describe('a quotation of what no claim was made of', () => {
  it('cites its sentence, item or row by an id that no claim has', async () => {
    await using s = await setup();
    await using memory = await s.open();
    await memory.index();
    const { cleanText, report } = await memory.ask(QUESTION);
    expect(cleanText).toMatch(/^Iterator sequencing reached stage 4 \[claim:[0-9a-z]{16}\]\.$/u);
    const [check] = report.checks;
    expect(check).toMatchObject({ status: 'verified', notePath: 'iterators.md', sourceText: '[[Stage 4]]' });
    expect((await memory.claims.getClaims([check?.claimId ?? ''])).size).toBe(0);
  });

  it('is found again by another process, and after the index was deleted', async () => {
    await using s = await setup();
    let answer = '';
    {
      await using memory = await s.open();
      await memory.index();
      answer = (await memory.ask(QUESTION)).cleanText;
    }
    {
      await using memory = await s.open();
      expect((await memory.verify(answer)).verdict).toBe('verified');
    }
    await rm(join(s.vault.root, '.memora'), { recursive: true });
    await using memory = await s.open();
    await memory.index();
    expect((await memory.verify(answer)).verdict).toBe('verified');
    await s.vault.write('iterators.md', NOTE.replace('Stage 4', 'Stage 3'));
    await memory.index();
    expect((await memory.verify(answer)).verdict).toBe('rejected');
  });

  it('that has become secret is shown to nobody', async () => {
    await using s = await setup();
    await using memory = await s.open();
    await memory.index();
    const { cleanText } = await memory.ask(QUESTION);
    await s.vault.write(
      'iterators.md',
      NOTE.replace('[[Stage 4]]', '<!--privacy:secret-->[[Stage 4]]<!--/privacy-->'),
    );
    const report = await memory.verify(cleanText);
    expect(report.cleanText).toBe('');
    expect(JSON.stringify(report.checks)).not.toContain('Stage 4');
  });

  it('that was erased is not found', async () => {
    await using s = await setup('two champions');
    await using memory = await s.open();
    await memory.index();
    const { cleanText, report } = await memory.ask(QUESTION);
    const id = report.checks[0]?.claimId as never;
    await memory.erase({ claim: id });
    await memory.index({ full: true });
    expect((await memory.verify(cleanText)).cleanText).toBe('');
    await using other = await s.open();
    expect((await other.verify(cleanText)).cleanText).toBe('');
  });
});
