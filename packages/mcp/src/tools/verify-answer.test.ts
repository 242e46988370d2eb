import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { verifyAnswer } from './verify-answer.ts';

const NOTES = {
  'plan/2026-03-04.md':
    '# Pump\n\n## Seal\n\nMara: we should replace the seal in May, if the board agrees. <!--privacy:secret-->The safe opens with 471108.<!--/privacy-->\n',
};

interface Output {
  readonly degraded_reasons: readonly string[];
  readonly clean_text: string;
  readonly statements: readonly { judgement: string; judged_by: string | null; kept: boolean }[];
  readonly to_judge: readonly {
    id: string;
    statement: string;
    evidence: readonly { passage: string; path: string }[];
  }[];
}

async function setup() {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims({ bands: ['private'] });
  const texts = await memory.readSpans(claims);
  const id = claims[texts.findIndex((text) => text?.includes('seal'))]?.id;
  const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  const verify = async (said: string, judgements?: readonly object[]) =>
    (await verifyAnswer.run(
      memory,
      { text: `${said} [claim:${id}].`, ...(judgements && { judgements }) },
      context as never,
    )) as unknown as Output;
  return {
    verify,
    edit: () => appendFile(join(vault.vault, 'plan/2026-03-04.md'), '\nThe board has agreed.\n'),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

const SAID = 'Mara proposed a new seal';

it('shows what it cannot prove to the caller, with its evidence and nothing of a secret', async () => {
  await using asked = await setup();
  const { to_judge, statements, degraded_reasons } = await asked.verify(SAID);
  // Nobody was asked yet, so no judge failed.
  expect(degraded_reasons).toEqual([]);
  expect(statements).toMatchObject([{ judgement: 'not_judged', judged_by: null, kept: true }]);
  expect(to_judge).toMatchObject([
    {
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      statement: `${SAID}.`,
      evidence: [{ path: 'plan/2026-03-04.md' }],
    },
  ]);
  expect(to_judge[0]?.evidence[0]?.passage).toContain('if the board agrees');
  expect(JSON.stringify(to_judge)).not.toContain('471108');
});

it('takes the verdict of the caller, and names it', async () => {
  await using asked = await setup();
  const id = (await asked.verify(SAID)).to_judge[0]?.id;
  const judged = async (judgement: object) => asked.verify(SAID, [{ id, ...judgement }]);
  const supported = await judged({ verdict: 'supported', quote: 'we should replace the seal in May' });
  expect(supported.statements).toMatchObject([{ judgement: 'supported', judged_by: 'caller', kept: true }]);
  expect(supported.to_judge).toEqual([]);
  const contradicted = await judged({ verdict: 'contradicted' });
  expect(contradicted.statements).toMatchObject([{ judgement: 'contradicted', kept: false }]);
  expect(contradicted.clean_text).toBe('');
});

it('takes no verdict that rests on words of no note, nor one about other evidence', async () => {
  await using asked = await setup();
  const id = (await asked.verify(SAID)).to_judge[0]?.id;
  const invented = await asked.verify(SAID, [{ id, verdict: 'supported', quote: 'the seal is new' }]);
  expect(invented.statements).toMatchObject([{ judgement: 'not_judged' }]);
  expect(invented.degraded_reasons).toEqual([expect.stringContaining('the judge gave no verdict')]);
  expect((await asked.verify(SAID, [{ id: '0'.repeat(16), verdict: 'supported' }])).statements).toMatchObject(
    [{ judgement: 'not_judged' }],
  );
  // Support without quoted words counts for nothing, so the caller is asked again.
  expect(await asked.verify(SAID, [{ id, verdict: 'supported' }])).toMatchObject({
    statements: [{ judgement: 'not_judged' }],
    to_judge: [{ id }],
  });
  await asked.edit();
  const quote = 'we should replace the seal in May';
  expect((await asked.verify(SAID, [{ id, verdict: 'supported', quote }])).statements).toMatchObject([
    { judgement: 'not_judged' },
  ]);
});
