import { expect, it } from 'vitest';
import { openMemory } from './open-memory.ts';

it.each([
  [{ vualt: './notes' }, /no option "vualt"/, 'Did you mean vault?'],
  [{ vault: './notes', modle: 1 }, /no option "modle"/, 'Did you mean model?'],
  [{ store: {}, folde: 'x' }, /no option "folde"/, 'Did you mean folder?'],
  [{ vault: './notes', colour: 1 }, /no option "colour"/, expect.stringContaining('Pass one of vault, ')],
  [{}, /no vault to open/, expect.stringContaining("openMemory({ vault: './notes' })")],
  [{ vault: undefined }, /no vault to open/, expect.stringContaining('Name the folder')],
  [undefined, /no vault to open/, expect.stringContaining('Name the folder')],
])('names the option of %j that is wrong, and what was meant', async (options, message, hint) => {
  const opening = openMemory(options as never);
  await expect(opening).rejects.toMatchObject({
    name: 'MemoryError',
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(message),
    hint,
  });
});
