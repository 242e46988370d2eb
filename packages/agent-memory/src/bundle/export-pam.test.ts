import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';
import { exportPam } from './export-pam.ts';

interface Pam {
  readonly schema: string;
  readonly schema_version: string;
  readonly memories: readonly Record<string, unknown>[];
  readonly relations: readonly Record<string, unknown>[];
  readonly integrity: { readonly checksum: string; readonly total_memories: number };
}

it('writes what is remembered as Portable AI Memory, with its checksum, and no secret', async () => {
  await using s = await setupAgent({ now: ticking() });
  const session = await s.agent.session();
  const said = 'The owner of the Harbor roadmap is Ada.';
  await session.append([{ role: 'user', content: said }]);
  const old = String((await session.remember({ content: said, quote: said, tags: ['Road map'] })).memoryId);
  const next = { content: 'The owner of the Harbor roadmap is Grace.', privacy: 'public' } as const;
  const later = await s.agent.supersede(old, next);
  await session.remember({
    content: 'Rosa prefers green tea at noon.',
    kind: 'preference',
    validFrom: '2026-03',
  });
  await session.remember({ content: 'The key of the Pier safe is 471108.', privacy: 'secret' });
  const [was, is] = ['The port of the Pier gateway is 8080.', 'The port of the Pier gateway is 9090.'];
  const before = String((await session.remember({ content: String(was) })).memoryId);
  const after = String((await session.remember({ content: String(is) })).memoryId);
  const write = async (more: object = {}): Promise<{ text: string; pam: Pam }> => {
    const parts: Uint8Array[] = [];
    for await (const part of exportPam(s.agent, { version: '1.2.3-beta', ...more })) parts.push(part);
    const text = Buffer.concat(parts).toString();
    return { text, pam: JSON.parse(text) as Pam };
  };
  const { text, pam } = await write();
  expect(text).not.toContain('471108');
  expect(pam).toMatchObject({
    schema: 'portable-ai-memory',
    schema_version: '1.0',
    exported_by: 'memora/1.2.3',
  });
  expect(pam.memories).toHaveLength(5);
  expect(pam.memories.find(({ id }) => id === old)).toMatchObject({
    type: 'fact',
    content: said,
    content_hash: `sha256:${createHash('sha256').update(said.toLowerCase()).digest('hex')}`,
    provenance: {
      platform: 'memora',
      conversation_ref: session.id,
      extraction_method: 'explicit_user_input',
    },
    metadata: { memora: { tags: ['Road map'] } },
  });
  expect(pam.memories.find(({ type }) => type === 'preference')).toMatchObject({
    temporal: { valid_from: '2026-03-01T00:00:00.000Z' },
    metadata: { memora: { valid_from: '2026-03' } },
  });
  expect(pam.memories.find(({ id }) => id === before)).toMatchObject({
    status: 'superseded',
    temporal: { superseded_by: after },
  });
  expect(pam.relations).toMatchObject([{ from: after, to: before, type: 'supersedes' }]);
  // Objects are serialised according to RFC 8785, so the checksum covers their exact bytes.
  const lines = text.split('\n').filter((line) => line.startsWith('{"access"'));
  const objects = lines.map((line) => line.replace(/,$/u, '')).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const checksum = createHash('sha256')
    .update(`[${objects.join(',')}]`)
    .digest('hex');
  expect(pam.integrity).toMatchObject({ checksum: `sha256:${checksum}`, total_memories: 5 });
  const shared = await write({ shared: true });
  expect(shared.pam.memories.map(({ id }) => id)).toEqual([later.memoryId]);
});

function idOf(object: string): string {
  return (JSON.parse(object) as { id: string }).id;
}
