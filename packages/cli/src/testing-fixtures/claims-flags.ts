import { expect } from 'vitest';
import { done, type FlagCases, idOf, listClaims } from './flag-case.ts';
import { openJudgeServer } from './open-judge-server.ts';

/** The flags of the commands about claims. */
export const CLAIMS_FLAGS: FlagCases = {
  'claims list --note': async (vault) => {
    const found = await listClaims(vault, '--note', 'people/ida.md');
    expect(new Set(found.map(({ note }) => note))).toEqual(new Set(['people/ida.md']));
    const { code, stderr } = await vault.run(['claims', 'list', '--note', 'people/ada.md']);
    expect(stderr).toContain('"people/ada.md"');
    expect(code).toBe(2);
  },
  'claims list --subject': async (vault) => {
    const found = await listClaims(vault, '--subject', 'ida');
    expect(found.map(({ source_text }) => source_text)).toEqual(['Ida leads the project.']);
  },
  'entities --propose': async (vault) => {
    const same = [{ name: 'Ida', is: 'Nobody' }];
    await using server = await openJudgeServer(() => JSON.stringify({ same }));
    const { stdout, stderr } = await done(vault, ['entities', '--propose', ...server.settings]);
    expect([stdout, stderr].join('\n')).toContain('finds no two names');
    expect((await vault.run(['entities', '--propose'])).stderr).toContain('no model is set');
  },
  'entities merge --in': async (vault) => {
    const said = await vault.json<{ within: string }>(['entities', 'merge', 'Ida', 'Ina', '--in', 'people/']);
    expect(said).toMatchObject({ name: 'Ida', aliases: ['Ina'], within: 'people/' });
    expect((await vault.run(['entities', 'merge', 'Ida', ' '])).stderr).toContain('empty');
  },
  'entities split --in': async (vault) => {
    const said = await vault.json<{ name: string }>([
      'entities',
      'split',
      'Ina',
      'Ina Berg',
      '--in',
      'plant/',
    ]);
    expect(said).toMatchObject({ name: 'Ina Berg', alias: 'Ina', within: 'plant/' });
  },
  'claims refused --note': async (vault) => {
    const { refused } = await vault.json<{ refused: object[] }>([
      'claims',
      'refused',
      '--note',
      'people/ida.md',
    ]);
    expect(refused).toEqual([]);
    expect((await done(vault, ['claims', 'refused'])).stderr).toContain(
      'Nothing that a model returned was refused.',
    );
  },
  'claims list --status': async (vault) => {
    const found = await listClaims(vault, '--status', 'superseded');
    expect(found.map(({ source_text }) => source_text)).toEqual(['buoy interval:: 60 seconds']);
    expect((await vault.run(['claims', 'list', '--status', 'odd'])).stderr).toContain('contested');
  },
  'claims list --region': async (vault) => {
    const found = await listClaims(vault, '--region', 'plant');
    expect(found.length).toBeGreaterThan(2);
    expect(found.every(({ note }) => note.startsWith('plant/'))).toBe(true);
    expect((await vault.run(['claims', 'list', '--region', 'nowhere'])).code).toBe(2);
  },
  'claims list --as-of': async (vault) => {
    const texts = (await listClaims(vault, '--as-of', '2025-06')).map(({ source_text }) => source_text);
    expect(texts).toContain('buoy interval:: 60 seconds');
    expect(texts).not.toContain('buoy interval:: 30 seconds');
  },
  'claims list --known-at': async (vault) => {
    expect(await listClaims(vault, '--known-at', '2020-01-01')).toEqual([]);
    expect(await listClaims(vault, '--known-at', '2100-01-01')).toEqual(await listClaims(vault));
  },
  'claims list --limit': async (vault) => {
    expect(await listClaims(vault, '--limit', '2')).toHaveLength(2);
    expect((await vault.run(['claims', 'list', '--limit', '0'])).stderr).toContain('--limit');
  },
  'claims list --after': async (vault) => {
    const all = await listClaims(vault);
    const { next } = await vault.json<{ next: string }>(['claims', 'list', '--limit', '2']);
    expect(await listClaims(vault, '--after', next)).toEqual(all.slice(2));
    const { code, stderr } = await vault.run(['claims', 'list', '--after', 'zzz']);
    expect(stderr).toContain('cursor');
    expect(code).toBe(2);
  },
  'claims list --reveal': async (vault) => {
    expect((await done(vault, ['claims', 'list'])).stdout).not.toContain('471108');
    expect((await done(vault, ['claims', 'list', '--reveal'])).stdout).toContain(
      'The safe opens with 471108.',
    );
  },
  'claims show --reveal': async (vault) => {
    const id = await idOf(vault, '471108');
    expect((await done(vault, ['claims', 'show', id])).stdout).not.toContain('471108');
    expect((await done(vault, ['claims', 'show', id, '--reveal'])).stdout).toContain(
      '⟦The safe opens with 471108.⟧',
    );
  },
  'claims extract --note': async (vault) => {
    expect((await done(vault, ['claims', 'extract', '--note', 'people/ida.md'])).stdout).toContain('leads');
    expect((await vault.run(['claims', 'extract', '--note', 'no.md'])).code).toBe(2);
    expect((await vault.run(['claims', 'extract'])).stderr).toContain('--note');
  },
  'claims extract --extractor': async (vault) => {
    await using server = await openJudgeServer(() =>
      JSON.stringify({
        claims: [{ quote: 'Ida leads the project.', subject: 'Ida', predicate: 'leads', object: 'project' }],
      }),
    );
    const args = ['claims', 'extract', '--note', 'people/ida.md', '--extractor', 'llm'];
    expect((await done(vault, [...args, ...server.settings])).stdout).toContain('leads · project');
    expect((await vault.run(args)).stderr).toContain('llm.provider');
  },
};
