import { expect, it } from 'vitest';
import { loadAiSdk, loadOptional } from './load-optional.ts';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from x`), { code: 'ERR_MODULE_NOT_FOUND' });

it('names what to install where a package is not there', async () => {
  const load = () => Promise.reject(missing('@ai-sdk/anthropic'));
  await expect(loadOptional('@ai-sdk/anthropic', load)).rejects.toMatchObject({
    code: 'MODEL_SDK_MISSING',
    hint: 'Run: npm install ai@7 @ai-sdk/anthropic',
  });
});

it('names the version where the one that is there is too old', async () => {
  const needs = { export: 'isStepCount', version: '7' };
  await expect(loadOptional('ai', async () => ({ streamText: 1 }), needs)).rejects.toMatchObject({
    code: 'MODEL_SDK_TOO_OLD',
    hint: expect.stringContaining('npm install ai@7'),
  });
});

it('passes on what else goes wrong, a missing package inside of it too', async () => {
  const load = () => Promise.reject(missing('zod'));
  await expect(loadOptional('ai', load)).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
});

it('takes the SDK that this repository is built with', async () => {
  expect(await loadAiSdk()).toHaveProperty('streamText');
});
