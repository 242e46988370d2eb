import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer, type Recording } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal.\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe safe opens with 471108-Kestrel.\n',
};

async function setup(
  recordings: readonly Recording[],
  settings: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const vault = await setupVault(NOTES, env);
  const server = await openModelServer(recordings);
  const flags =
    recordings.length === 0 ? {} : { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags: { ...flags, ...settings } }),
  });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims, { reveal: true });
  const cite = (words: string) => `[claim:${claims[texts.findIndex((text) => text?.includes(words))]?.id}]`;
  return {
    memory,
    requests: server.requests,
    report: await memory.verify(
      `The pump runs at 40 bar ${cite('40 bar')}. Mara replaced the seal ${cite('seal')}. The safe opens with 471108-Kestrel ${cite('471108')}.`,
      // Only the owner's audit reveals anything about a secret claim.
      { reveal: true },
    ),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await server[Symbol.asyncDispose]();
      await vault[Symbol.asyncDispose]();
    },
  };
}

const says = (bar: string, seal: string, safe = 'entailed'): Recording => ({
  say: (body) => (body.includes('40 bar') ? bar : body.includes('seal') ? seal : safe),
});

describe('memory.judge', () => {
  it('asks the configured model about each statement that stands, and leaves the report alone', async () => {
    await using asked = await setup([says('entailed', 'neutral')]);
    const before = JSON.stringify(asked.report);
    const progress: number[] = [];
    const { statements, counts, judge } = await asked.memory.judge(asked.report, {
      onProgress: ({ done, total }) => progress.push(done / total),
    });
    expect(statements.map(({ verdict }) => verdict)).toEqual(['entailed', 'neutral', 'entailed']);
    expect(counts).toEqual({ entailed: 2, neutral: 1, contradicted: 0, unchecked: 0 });
    expect(judge).toBe('openai-compatible/default');
    expect(JSON.stringify(asked.report)).toBe(before);
    expect(progress).toEqual([0, 1 / 3, 2 / 3]);
    expect(asked.requests.join()).not.toContain('[claim:');
  });

  it('shows no secret to a model that may be elsewhere, and says which statement nobody judged', async () => {
    await using asked = await setup([says('entailed', 'entailed')], { 'privacy.loopback': 'cloud' });
    const { statements } = await asked.memory.judge(asked.report);
    expect(statements.map(({ verdict }) => verdict)).toEqual(['entailed', 'entailed', 'unchecked']);
    expect(statements[2]?.reason).toContain('secret');
    expect(asked.requests).toHaveLength(2);
    expect(asked.requests.join()).not.toMatch(/471108|Kestrel/);
  });

  it('lets nothing out of which the words are secret, whatever the statement cites', async () => {
    await using asked = await setup([says('entailed', 'entailed')], { 'privacy.loopback': 'cloud' });
    const [first] = asked.report.statements;
    const forged = {
      ...asked.report,
      statements: [{ ...first, text: 'The pump runs at 40 bar and the safe opens with 471108-Kestrel.' }],
    } as typeof asked.report;
    const { statements } = await asked.memory.judge(forged);
    expect(statements).toMatchObject([{ verdict: 'unchecked' }]);
    expect(asked.requests).toEqual([]);
  });

  it('leaves unchecked what a model that may not be reached, fails or rambles was asked', async () => {
    await using blocked = await setup([], {
      'llm.provider': 'openai-compatible',
      'llm.endpoint': 'https://192.0.2.1/v1',
    });
    const refused = await blocked.memory.judge(blocked.report);
    expect(refused.counts.unchecked).toBe(3);
    expect(refused.statements[0]?.reason).toMatch(/^the judge failed \([A-Z_]+\)$/);
    await using failing = await setup([{ status: 400 }]);
    const failed = await failing.memory.judge(failing.report);
    expect(failed.statements[0]?.reason).toBe('the judge failed (JUDGE_HTTP_400)');
    await using rambling = await setup([says('I think it is entailed', 'not entailed', '')]);
    expect((await rambling.memory.judge(rambling.report)).counts.unchecked).toBe(3);
  });

  it('says what is missing where there is no judge', async () => {
    await using asked = await setup([]);
    await expect(asked.memory.judge(asked.report)).rejects.toMatchObject({ code: 'NO_JUDGE' });
    await expect(asked.memory.judge(asked.report, { nliModel: '/no/such/model' })).rejects.toMatchObject({
      code: 'NLI_MODEL_UNREADABLE',
    });
  });

  it('stops where it is aborted', async () => {
    await using asked = await setup([{ hang: true }]);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 300);
    await expect(asked.memory.judge(asked.report, { signal: abort.signal })).rejects.toThrow(/abort/i);
  });
});
