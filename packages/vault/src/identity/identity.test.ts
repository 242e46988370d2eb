import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinkResolver } from '../links/create-link-resolver.ts';
import { openVault } from '../open-vault.ts';
import { collect, setupVault } from '../testing-fixtures/setup-vault.ts';
import { assignNoteIds, toDuplicateId } from './assign-note-ids.ts';
import { regionOf, slugOfPath } from './note-identity.ts';

describe('slugOfPath', () => {
  it.each([
    ['Projects/My Plan (v2).md', 'projects/my-plan-v2'],
    ['会議/東京 メモ.md', '会議/東京-メモ'],
    ['Ünïcode.markdown', 'ünïcode'],
    ['Ünïcode.md'.normalize('NFD'), 'ünïcode'],
    ['!!!.md', 'u21-u21-u21'],
    ['🎉.md', '🎉'],
    ['ملاحظة.md', 'ملاحظة'],
  ])('reads %s as %s', (path, slug) => expect(slugOfPath(path)).toBe(slug));
});

describe('regionOf', () => {
  it.each([
    ['a.md', 'default'],
    ['semantic/a.md', 'default'],
    ['semantic/projects/drift/a.md', 'projects/drift'],
    ['Episodic/2024/a.md', '2024'],
    ['projects/semantic/a.md', 'projects/semantic'],
    ['semantics/a.md', 'semantics'],
  ])('puts %s into %s', (path, region) => expect(regionOf(path)).toBe(region));
});

describe('assignNoteIds', () => {
  it('gives each note one id that depends on the set only', () => {
    const note = fc.record({
      path: fc.oneof(fc.constantFrom('k', 'l'), fc.string({ minLength: 1, maxLength: 6 })),
      // The last one has the id that a second `a` at the path `k` would get.
      id: fc.constantFrom(
        'a',
        'b',
        'c',
        toDuplicateId('a', 'k', () => false),
      ),
      idSource: fc.constantFrom('frontmatter' as const, 'path' as const),
      isSecret: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(note, { selector: ({ path }) => path, maxLength: 12 }),
        fc.nat(),
        (notes, turn) => {
          const ids = assignNoteIds(notes);
          expect(new Set([...ids.values()].map(({ id }) => id)).size).toBe(notes.length);
          const at = turn % (notes.length + 1);
          const turned = assignNoteIds([...notes.slice(at), ...notes.slice(0, at)].reverse());
          for (const [path, assigned] of ids) expect(turned.get(path)).toEqual(assigned);
          // Secret notes do not affect the ids of others.
          const open = assignNoteIds(notes.filter(({ isSecret }) => !isSecret));
          for (const [path, assigned] of open) expect(ids.get(path)).toEqual(assigned);
        },
      ),
    );
  });

  it('keeps the id with the original of a copy', () => {
    const ids = assignNoteIds([
      { path: 'plan copy.md', id: 'plan', idSource: 'frontmatter' },
      { path: 'plan.md', id: 'plan', idSource: 'frontmatter' },
    ]);
    expect(ids.get('plan.md')).toEqual({ id: 'plan', duplicateOf: null });
    expect(ids.get('plan copy.md')?.duplicateOf).toBe('plan.md');
  });
});

describe('createLinkResolver', () => {
  const resolver = createLinkResolver([
    { path: 'Plan.md', aliases: ['The Plan', 'Größe'] },
    { path: 'projects/plan.md' },
    { path: 'projects/drift/Plan.md' },
    { path: 'projects/drift/Notes.v2.md' },
    { path: 'todo/list.md' },
    { path: 'long/folder/list.md' },
    { path: 'people/Zoë.md'.normalize('NFD') },
  ]);
  it.each([
    ['plan', 'x.md', 'Plan.md'],
    ['PLAN.MD', 'x.md', 'Plan.md'],
    ['plan', 'projects/drift/x.md', 'Plan.md'],
    ['list', 'x.md', 'todo/list.md'],
    ['list', 'long/folder/x.md', 'long/folder/list.md'],
    ['drift/plan', 'x.md', 'projects/drift/Plan.md'],
    ['projects/plan', 'projects/drift/x.md', 'projects/plan.md'],
    ['/plan', 'projects/drift/x.md', 'Plan.md'],
    ['../plan', 'projects/drift/x.md', 'projects/plan.md'],
    ['../../../plan', 'projects/drift/x.md', null],
    ['Notes.v2', 'x.md', 'projects/drift/Notes.v2.md'],
    ['zoë', 'x.md', 'people/Zoë.md'.normalize('NFD')],
    ['the plan', 'x.md', 'Plan.md'],
    ['größe', 'x.md', 'Plan.md'],
    ['', 'x.md', 'x.md'],
    ['rift/plan', 'x.md', null],
    ['https://example.org/plan', 'x.md', null],
    ['unwritten', 'x.md', null],
  ])('leads [[%s]] in %s to %s', (target, from, path) => {
    expect(resolver.resolve({ kind: 'wiki', target }, from)).toBe(path);
  });
});

describe('the path of a vault', () => {
  it('is one, however it is spelled', async () => {
    await using test = await setupVault({ 'a.md': 'a' });
    const link = `${test.root}-link`;
    await symlink(test.root, link);
    const spellings = [
      link,
      `${test.root}/`,
      `${test.root}/./`,
      relative(process.cwd(), test.root),
      join(link, '..', test.root.split('/').at(-1) as string),
    ];
    for (const spelling of spellings) expect((await openVault(spelling)).root).toBe(test.root);
    const { rm } = await import('node:fs/promises');
    await rm(link);
  });

  it('leaves every note where it is, whatever its frontmatter says of region and id', async () => {
    await using test = await setupVault({
      'inbox/a.md': '---\nregion: projects/drift\nid: elsewhere/b\ntype: semantic\n---\nHello.\n',
      'b.md': 'Hello.\n',
    });
    for (const path of ['inbox/a.md', 'b.md']) await test.vault.autofillNote(path);
    expect((await collect(test.vault.scan())).map(({ path }) => path)).toEqual(['b.md', 'inbox/a.md']);
    expect(Object.keys(test.vault).filter((name) => /move|rename|delete/i.test(name))).toEqual([]);
  });

  it('may stand in a dot-folder', async () => {
    await using test = await setupVault({ '.notes/vault/a.md': 'a', '.notes/vault/.obsidian/b.md': 'b' });
    const vault = await openVault(join(test.root, '.notes/vault'));
    expect((await collect(vault.scan())).map(({ path }) => path)).toEqual(['a.md']);
  });

  it.each([
    ['nowhere', 'VAULT_NOT_FOUND'],
    ['a.md', 'VAULT_NOT_A_FOLDER'],
    ['a.md/b', 'VAULT_NOT_A_FOLDER'],
  ])('is refused for %s as %s', async (path, code) => {
    await using test = await setupVault({ 'a.md': 'a' });
    await expect(openVault(join(test.root, path))).rejects.toMatchObject({ code });
  });
});
