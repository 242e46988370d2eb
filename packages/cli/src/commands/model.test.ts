import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJudgeServer } from '../testing-fixtures/open-judge-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** A judge that supports every statement. */
const agree = (body: string): string => {
  if (body === '') return '';
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const prompt = messages.map(({ content }) => content).join('\n');
  const [, ...evidence] = prompt.split(/<evidence-\w+ number="\d+">/u);
  const firstLines = evidence.map((each) => each.split('\n\n')[1]?.split('\n')[0]);
  const statements = [...prompt.matchAll(/<statement-\w+ n="(\d+)" evidence="(\d+)"/gu)].map(
    ([, n, number]) => ({ n: Number(n), verdict: 'supported', quote: firstLines[Number(number) - 1] }),
  );
  return JSON.stringify({ statements });
};

describe('memora model', () => {
  it('uses a model, tests it, and says what it is not good for', async () => {
    await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
    await using server = await openJudgeServer(agree);
    const endpoint = server.settings.at(-1)?.replace('llm.endpoint=', '') ?? '';
    const used = await vault.run(['model', 'use', 'openai-compatible/yes-man', '--endpoint', `${endpoint}/`]);
    expect(used.stdout).toContain('openai-compatible/yes-man answers from now on.');
    const config = join(vault.folder, 'config', 'config.toml');
    expect(await readFile(config, 'utf8')).toBe(
      `[llm]\nprovider = "openai-compatible"\nmodel = "yes-man"\nendpoint = "${endpoint}"\n`,
    );
    const tested = await vault.run(['model', 'test']);
    expect(tested.code).toBe(1);
    expect(tested.stdout).toMatch(/✗ not for {2}judging +100% of true sentences kept, 100% of false ones/u);
    expect(tested.stdout).toMatch(/\d+ calls, \d+ tokens in, \d+ out, \d+\.\d s/u);
    expect(tested.stderr).toContain('judge.insist = true');
    const payload = await vault.json<Record<string, Record<string, unknown>>>(['model', 'test']);
    expect(payload).toMatchObject({
      model: 'openai-compatible/yes-man',
      place: 'loopback',
      judging: { good: false, true_kept: 1, lies_kept: 1, not_judged: 0, calls: expect.any(Number) },
      answering: { good: false },
      rewriting: { good: false },
      extracting: { good: false },
    });
    await vault.run(['model', 'use', 'ollama/llama3.2', '--judge', '--insist'], {
      env: { OLLAMA_HOST: ':8111' },
    });
    expect(await readFile(config, 'utf8')).toContain(
      '[judge]\nprovider = "ollama"\nmodel = "llama3.2"\nendpoint = "http://127.0.0.1:8111/v1"\n',
    );
    const listed = await vault.json<Record<string, unknown>>(['model', 'list']);
    expect(listed).toMatchObject({
      chat: { provider: 'openai-compatible', model: 'yes-man' },
      judge: { provider: 'ollama', model: 'llama3.2' },
    });
  });

  it('lists names of keys, and neither their values nor what is elsewhere', async () => {
    await using vault = await setupVault({});
    const { stdout, code } = await vault.run(['model', 'list', '--endpoint', 'https://models.example/v1'], {
      env: { OPENAI_API_KEY: 'sk-471108' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Keys that are set: OPENAI_API_KEY');
    expect(stdout).not.toContain('471108');
    expect(stdout).toContain('is not on this machine, and is not contacted');
  });

  it('refuses a name without a service, an address that is missing, and a test without a model', async () => {
    await using vault = await setupVault({});
    for (const argv of [['use', 'llama3.2'], ['use', 'openai-compatible/x'], ['test']]) {
      const { code, stderr } = await vault.run(['model', ...argv]);
      expect([argv, code]).toEqual([argv, 2]);
      expect(stderr).toMatch(/Name it as|--endpoint|memora model use/u);
    }
  });

  it('says where a vault or a variable sets another model', async () => {
    await using vault = await setupVault({});
    const { stderr, stdout } = await vault.run(['model', 'use', 'ollama/llama3.2', '--json'], {
      env: { MEMORA_LLM_PROVIDER: 'openai' },
    });
    expect(stderr).toContain('env sets another value here: openai');
    expect(JSON.parse(stdout)).toMatchObject({ overruled_by: 'env' });
  });
});
