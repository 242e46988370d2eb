import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { CLIENTS } from './testing-fixtures/connect-client.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const SERVERS = 4;
const CAPTURES = 5;

// bench/mcp.ts does the same with 20 servers and 50 captures each.
it(`keeps every note and claim of ${SERVERS} servers that write into one vault at once, and doubles none`, async () => {
  await using vault = await setupVault({ 'start.md': 'The vault existed before.\n' });
  await Promise.all(
    Array.from({ length: SERVERS }, async (_, server) => {
      await using client = await CLIENTS['v2 SDK over stdio'](vault.vault, vault.env);
      for (let i = 0; i < CAPTURES; i++) {
        const fact = `Probe ${server} measured ${1000 + i} volts.`;
        const written = await client.callTool('memora_capture', {
          region: 'log',
          summary: `Probe ${server} run ${i}`,
          body: fact,
        });
        expect(written, JSON.stringify(written.content)).not.toHaveProperty('isError', true);
        const found = await client.callTool('memora_query', { query: `what did probe ${server} measure?` });
        expect(found, JSON.stringify(found.content)).not.toHaveProperty('isError', true);
      }
    }),
  );
  expect(await readdir(join(vault.vault, 'log'))).toHaveLength(SERVERS * CAPTURES);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  const { claims } = await memory.claims.listClaims();
  const texts = (await memory.readSpans(claims)).filter(
    (text) => text?.startsWith('Probe ') && text.includes('volts'),
  );
  expect(texts.sort()).toEqual(
    Array.from(
      { length: SERVERS * CAPTURES },
      (_, n) => `Probe ${Math.floor(n / CAPTURES)} measured ${1000 + (n % CAPTURES)} volts.`,
    ),
  );
});
