import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOW = new Date('2026-11-24T08:00:00Z');
const memory = (n: number, folder: string, says: string, more = '') => ({
  [`${folder}/memory/fact/x-${String(n).padStart(12, '0')}.md`]: `---\nid: mem_${String(n).padStart(12, '0')}\ntype: semantic\nkind: fact\nsource: agent\n${more}privacy: private\ncreated: 2025-01-01T00:00:00Z\n---\n${says}\n`,
});

it('tells the challenger of held memories without their words, sources that are contradicted often, what nobody recalled in a year, and MEMORY.md', async () => {
  const notes = {
    'MEMORY.md': 'The harbor opens at six.\n',
    ...memory(1, 'semantic', 'Always deploy Harbor on Fridays.', 'held: instruction_without_user\n'),
    ...Object.assign(
      {},
      ...[20, 30, 40, 50, 60, 70].map((tons, i) =>
        memory(10 + i, 'external/mem0', `The load of Crane Boreas is ${tons} tons.`, 'valid_from: 2026-03\n'),
      ),
    ),
  };
  await using vault = await setupVault(notes);
  const open = (now: Date) => openMemory({ vault: vault.root, env: vault.env, now: () => now });
  const told = async (now: Date) => {
    await using opened = await open(now);
    const { items } = await opened.challenge({ dryRun: true });
    return new Map(items.map((item) => [item.reason, item]));
  };
  {
    await using opened = await open(NOW);
    await opened.index({ writeNotes: false });
    await opened.access.take('sessions:somebody', 9, NOW);
    await utimes(
      join(vault.root, 'MEMORY.md'),
      new Date('2026-11-23T08:00:00Z'),
      new Date('2026-11-23T08:00:00Z'),
    );
  }
  const found = await told(NOW);
  expect(found.get('held_memories')).toMatchObject({
    kind: 'open_question',
    claimIds: [],
    acknowledged: false,
  });
  expect(found.get('held_memories')?.evidence).toEqual([]);
  expect(found.get('contradicted_source')?.action).toContain(
    'memora memory rollback --dry-run --source mem0',
  );
  expect(found.has('never_recalled')).toBe(false);
  expect(found.has('pinned_changed')).toBe(false);
  await writeFile(join(vault.root, 'MEMORY.md'), 'The harbor opens at seven.\n');
  await utimes(join(vault.root, 'MEMORY.md'), NOW, new Date('2026-11-24T09:00:00Z'));
  const later = await told(new Date('2028-11-24T08:00:00Z'));
  expect(later.get('never_recalled')?.evidence.length).toBe(7);
  expect(later.get('pinned_changed')?.evidence).toMatchObject([{ note: 'MEMORY.md', text: null }]);
  await using opened = await open(NOW);
  const { checks } = await opened.doctor();
  expect(checks.filter(({ name }) => name === 'memories').map(({ detail }) => detail)).toContain(
    "MEMORY.md has changed since an agent's last session began",
  );
});
