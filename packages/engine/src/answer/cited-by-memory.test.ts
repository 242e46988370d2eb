import '@memora/validator/vitest';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('a matcher takes the memory itself', async () => {
  await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const [claim] = (await memory.claims.listClaims()).claims;
  await expect(`The pump runs at 40 bar [claim:${claim?.id}].`).toBeCited(memory);
  await expect('The pump is red.').not.toBeCited(memory);
  await expect(`The pump runs at 40 bar [claim:${claim?.id}] [claim:nope].`).toHaveNoUnsupportedClaims(
    memory,
  );
  const failure = await expect(`The pump runs at 50 bar [claim:${claim?.id}].`)
    .toBeCited(memory)
    .catch((error: Error) => error.message);
  expect(failure).toContain('token_mismatch');
  // What an SDK returns is verified with the claims and notes of the memory.
  await expect({ text: `The pump runs at 40 bar [claim:${claim?.id}].` }).toBeCited(memory);
  await expect([]).not.toBeCited(memory);
});
