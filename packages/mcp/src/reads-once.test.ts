import { openMemory } from '@memora/engine';
import { countNoteReads } from '@memora/testing-fixtures/count-note-reads';
import { expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal of the pump on 2026-03-02.\n',
  'urn.md': '# Urn\n\n## Pump\n\nThe pump of the tea urn is new. The urn holds 9 litres.\n',
  'mixed.md':
    '# Mixed\n\nThe pump of the well is old.\n\n<!--privacy:secret-->The pump costs 900 EUR.<!--/privacy-->\n',
};

it.each(['memora_query', 'memora_query_cited'])('%s reads each note at most once', async (name) => {
  await using vault = await setupVault(NOTES);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index();
  const tool = toolsOf('all').find((each) => each.name === name);
  using reads = countNoteReads(vault.vault);
  const result = await tool?.run(
    memory,
    { query: 'At what pressure does the pump run?' },
    { signal: new AbortController().signal, progress: async () => undefined, notesChanged: () => undefined },
  );
  expect(JSON.stringify(result)).toContain('40 bar');
  const counts = reads.take();
  expect(counts).toHaveProperty(['pump.md'], 1);
  expect(Math.max(...Object.values(counts))).toBe(1);
});
