import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';
import type { TestVault } from './setup-vault.ts';

const config = (vault: TestVault) => readFile(join(vault.folder, 'config', 'config.toml'), 'utf8');

/** The flags of `model`. */
export const MODEL_FLAGS: FlagCases = {
  'model list --endpoint': async (vault) => {
    const { stdout } = await done(vault, ['model', 'list', '--endpoint', 'http://127.0.0.1:1/v1']);
    expect(stdout).toContain('http://127.0.0.1:1/v1');
  },
  'model use --endpoint': async (vault) => {
    await done(vault, ['model', 'use', 'ollama/llama3.2', '--endpoint', 'http://127.0.0.1:1/v1']);
    expect(await config(vault)).toContain('endpoint = "http://127.0.0.1:1/v1"');
  },
  'model use --judge': async (vault) => {
    await done(vault, ['model', 'use', 'ollama/llama3.2', '--judge']);
    expect(await config(vault)).toBe('[judge]\nprovider = "ollama"\nmodel = "llama3.2"\n');
  },
  'model use --insist': async (vault) => {
    await done(vault, ['model', 'use', 'ollama/llama3.2', '--insist']);
    expect(await config(vault)).toContain('[judge]\ninsist = true\n');
    await done(vault, ['model', 'use', 'ollama/llama3.2']);
    expect(await config(vault)).not.toContain('insist');
  },
  'model test --judge': async (vault) => {
    await using server = await openJudgeServer(() => 'NO ANSWER');
    const endpoint = server.settings.at(-1)?.replace('llm.endpoint=', '') ?? '';
    await done(vault, ['model', 'use', 'openai-compatible/referee', '--judge', '--endpoint', endpoint]);
    const { code, stdout } = await vault.run(['model', 'test', '--judge']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('openai-compatible/referee')]);
    // There is no model that answers.
    expect((await vault.run(['model', 'test'])).code).toBe(2);
  },
};
