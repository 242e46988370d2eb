import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';

it('tells what is secret and why, what should be, and what left, without a word of the notes', async () => {
  const vault = await mkdtemp(join(tmpdir(), 'memora-audit-'));
  try {
    await mkdir(join(vault, 'semantic'));
    await writeFile(
      join(vault, 'semantic', 'ida.md'),
      '# Ida\n\nIda likes tea.\nHer IBAN is DE89 3704 0044 0532 0130 00.\n<!--privacy:secret-->Her code is falcon.<!--/privacy-->\n<!--privacy:secrit-->More falcon\n',
    );
    await writeFile(join(vault, 'deal.md'), '---\nprivacy: secret\n---\nThe falcon deal.\n');
    await writeFile(join(vault, 'ship.md'), '---\nprivcy: secret\n---\nThe falcon ship.\n');
    await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(vault, '..', 'none') } });
    const audit = await memory.audit();
    expect(audit.secret.map(({ note, reason, spans }) => [note, reason, spans.length])).toEqual([
      ['deal.md', 'note', 1],
      ['ship.md', 'note', 1],
      ['semantic/ida.md', 'marker', 2],
    ]);
    expect(audit.suggestions).toMatchObject([
      { note: 'semantic/ida.md', line: 4, kind: 'iban', dataClass: 'restricted' },
    ]);
    expect(audit.diagnostics.map(({ code, line }) => [code, line])).toEqual(
      expect.arrayContaining([['MARKER_UNKNOWN_LEVEL', 6]]),
    );
    // The note does not contain `privacy`: why is it secret?
    expect(audit.diagnostics).toContainEqual(
      expect.objectContaining({ note: 'ship.md', code: 'FRONTMATTER_VALUE', line: 2 }),
    );
    expect(audit).toMatchObject({ egress: [], ok: false });
    expect(JSON.stringify(audit)).not.toMatch(/falcon|DE89/);
  } finally {
    await rm(vault, { recursive: true, force: true });
  }
});
