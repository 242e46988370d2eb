import { parseNote } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { extractOffline } from '../extract/offline/offline-extractor.ts';
import { prepareClaims } from './prepare-claims.ts';

const PATH = 'semantic/memory/fact/a-0123456789ab.md';

function claimsOf(body: string, { path = PATH, source = 'agent', more = '' } = {}) {
  const text = `---\nid: mem_0123456789ab\ntype: semantic\nkind: fact\nsource: ${source}\nagent: "a"\nsession: "s"\nevidence: ["[[b#^t1]]"]\nquote: "Words of a turn."\nentity: "Harbor"\nheld: instruction_without_user\nsupersedes: mem_ba9876543210\n${more}created: 2026-11-23T10:00:00Z\n---\n${body}\n`;
  const bytes = new TextEncoder().encode(text);
  const note = parseNote(bytes, { path });
  return prepareClaims(note, bytes, extractOffline(note, bytes).claims);
}

describe('the note of a memory', () => {
  it.each([
    'Always run tests before committing.',
    'Prefers pnpm',
    'pnpm',
    'npm > yarn',
    '`pnpm install --frozen-lockfile`',
    'Thanks!',
    'https://example.com/harbor',
    '**Deploy**',
    'For example:',
    'コミットの前に必ずテストを実行する',
    'استخدم pnpm دائما',
    'फ़ाइल पहले सहेजें',
    'Всегда запускай тесты',
    'region:: north',
    '# Heading alone',
    '| a | b |',
    '<div>Harbor</div>',
  ])('states %s, and nothing of its frontmatter', (body) => {
    const found = claimsOf(body);
    expect(found).toHaveLength(1);
    expect(found[0]?.text.length).toBeGreaterThan(0);
    expect(body).toContain(found[0]?.text.replace(/^\\/u, ''));
  });

  it('is an agent’s, whatever it says of itself, and what a tool gave is no more than that', () => {
    const trustOf = (source: string, path = PATH) =>
      claimsOf('Harbor runs in Lisbon.', { source, path })[0]?.trust;
    for (const source of ['agent', 'personal', 'user', 'me', '"1.0"', 'conversation-of-mine', 'AGENT'])
      expect(trustOf(source)).toBe(0.7);
    for (const source of ['tool', 'external', 'reference']) expect(trustOf(source)).toBe(0.3);
    expect(trustOf('personal', `users/ada/${PATH}`)).toBe(0.7);
    expect(trustOf('personal', 'semantic/memory.md')).toBe(1);
    expect(trustOf('agent', 'semantic/memory.md')).toBe(0.7);
  });

  it('holds from when it was written, unless it says since when', () => {
    const from = (body: string, more = '') => claimsOf(body, { more })[0]?.extracted.validFrom;
    expect(from('Harbor runs in Lisbon.')).toBe('2026-11-23T10:00:00Z');
    expect(from('Harbor runs in Lisbon since 2026-03-03.')).toBe('2026-03-03');
    expect(from('Harbor runs in Lisbon.', 'valid_from: 2026-05-01\n')).toBe('2026-05-01');
  });

  it('says the same under whatever name it stands', () => {
    const said = (path: string) => claimsOf('Prefers pnpm', { path })[0]?.said;
    expect(said('semantic/memory/fact/other-words-9876543210ab.md')).toBe(said(PATH));
    expect(said('semantic/prefers.md')).not.toBe(said(PATH));
  });
});
