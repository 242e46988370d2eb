import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { citeHandle } from '../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe zyzzyva pump runs at 40 bar.\n',
  'seal.md': '# Seal\n\nMara replaced the seal.\n',
};

/** A judge that counts its requests. */
function counting(quote = 'zyzzyva pump') {
  const asked: string[] = [];
  return {
    asked,
    judge: {
      name: 'reader',
      locality: 'local' as const,
      judge: async ({ statements }: { statements: readonly { index: number; text: string }[] }) => {
        asked.push(...statements.map(({ text }) => text));
        return statements.map(({ index }) => ({
          index,
          verdict: 'supported' as const,
          quote,
          reason: 'The note says so.',
        }));
      },
    },
  };
}

/**
 * Answers with a model that always says the same and with its own judge, in a memory that is closed
 * afterwards.
 */
async function askOnce(
  vault: TestVault,
  judge: ReturnType<typeof counting>['judge'],
  said = 'At 40 bar it works',
) {
  await using server = await openModelServer([{ say: (body) => `${said} ${citeHandle(body, '40 bar')}.` }]);
  const flags = {
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'retrieval.rewrite': 'false',
  };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    judge,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  const { report } = await memory.ask('At how many bar does the pump work?');
  return report.statements[0];
}

async function indexed(): Promise<TestVault> {
  const vault = await setupVault(NOTES);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return vault;
}

test('a judge is not asked again what it said in a memory that was closed since', async () => {
  await using vault = await indexed();
  const { asked, judge } = counting();
  const first = await askOnce(vault, judge);
  expect([first?.judgement, first?.rememberedFrom]).toEqual(['supported', undefined]);
  const again = await askOnce(vault, judge);
  expect(again).toMatchObject({
    judgement: 'supported',
    judgedBy: 'reader',
    because: { quote: 'zyzzyva pump' },
    // The check mark shows that no judge was called this time.
    rememberedFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/u),
  });
  expect(asked).toHaveLength(1);
  await askOnce(vault, { ...judge, name: 'another' });
  await askOnce(vault, judge, 'It works at 40 bar');
  expect(asked).toHaveLength(3);
});

test('a pronoun behind another subject is judged anew', async () => {
  await using vault = await indexed();
  const { asked, judge } = counting();
  await askOnce(vault, judge, '## The pump\n\nIt works at 40 bar');
  await askOnce(vault, judge, '## The seal\n\nIt works at 40 bar');
  expect(asked).toHaveLength(2);
  await askOnce(vault, judge, '## The seal\n\nIt works at 40 bar');
  expect(asked).toHaveLength(2);
});

test('no word of what was judged stands in the file', async () => {
  await using vault = await indexed();
  await askOnce(vault, counting().judge);
  const bytes = ['use.db', 'use.db-wal'].map((name) => {
    try {
      return readFileSync(join(vault.root, '.memora', name)).toString('latin1');
    } catch {
      return '';
    }
  });
  expect(bytes.join('').length).toBeGreaterThan(1_000);
  expect(bytes.join('')).not.toMatch(/zyzzyva|note says|40 bar/);
});

test('erasing forgets what was judged', async () => {
  await using vault = await indexed();
  const { asked, judge } = counting();
  await askOnce(vault, judge);
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const { claims } = await memory.claims.listClaims();
    const texts = await memory.readSpans(claims);
    await memory.erase({ claim: claims[texts.findIndex((text) => text?.includes('Mara'))]?.id ?? '' });
  }
  await askOnce(vault, judge);
  expect(asked).toHaveLength(2);
});

test('support without words is not remembered: the judge is asked again', async () => {
  await using vault = await indexed();
  const judge = counting('');
  await askOnce(vault, judge.judge);
  const first = judge.asked.length;
  await askOnce(vault, judge.judge);
  expect(judge.asked.length).toBe(2 * first);
});
