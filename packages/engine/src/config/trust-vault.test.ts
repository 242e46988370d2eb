import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeIgnored } from './describe-ignored.ts';
import { SETTINGS } from './generated-settings.ts';
import { loadConfig } from './load-config.ts';
import { writeVaultTrust } from './trust-vault.ts';

let root: string;
let configDir: string;
let vault: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'memora-trust-')));
  configDir = join(root, 'user');
  vault = join(root, 'vault');
  await mkdir(join(vault, '.memora'), { recursive: true });
  await mkdir(configDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const writeVault = (toml: string) => writeFile(join(vault, '.memora', 'config.toml'), toml);
const writeUser = (toml: string) => writeFile(join(configDir, 'config.toml'), toml);
const load = (options: Parameters<typeof loadConfig>[0] = {}) =>
  loadConfig({ vault, configDir, env: {}, ...options });
const answer = async (accepted: boolean) => {
  const { wanted } = await load();
  if (wanted === null) throw new Error('nothing is wanted');
  await writeVaultTrust(vault, wanted, accepted, {}, configDir);
};

/** Each setting of a vault that acts or loosens a limit, with the value that applies when it is ignored. */
const ACTING: readonly (readonly [toml: string, key: string, stands: unknown])[] = [
  ['[llm]\nprovider = "openai"', 'llm.provider', 'none'],
  ['[llm]\nmodel = "x"', 'llm.model', null],
  ['[llm]\nendpoint = "http://127.0.0.1:1/v1"', 'llm.endpoint', null],
  ['[embed]\nprovider = "openai"', 'embed.provider', 'local'],
  ['[embed]\nendpoint = "http://127.0.0.1:1/v1"', 'embed.endpoint', null],
  ['[embed]\npath = "/etc"', 'embed.path', null],
  ['[judge]\nprovider = "openai"', 'judge.provider', 'chat'],
  ['[judge]\nprovider = "none"', 'judge.provider', 'chat'],
  ['[judge]\nmodel = "yes-man"', 'judge.model', null],
  ['[judge]\nendpoint = "http://127.0.0.1:1/v1"', 'judge.endpoint', null],
  ['[judge]\ninsist = true', 'judge.insist', false],
  ['[indexing]\nextractor = "llm"', 'indexing.extractor', 'offline'],
  ['[retrieval]\nlearn_from_use = true', 'retrieval.learn_from_use', false],
  ['[ingest]\nkeep_originals = true', 'ingest.keep_originals', false],
  ['[ingest]\nagent_addresses = true', 'ingest.agent_addresses', false],
  ['[frontmatter]\nmode = "autofill"', 'frontmatter.mode', null],
  ['[frontmatter]\nrefs_mode = "sync_from_wikilinks"', 'frontmatter.refs_mode', 'manual'],
  ['[claims]\njudge = "llm"', 'claims.judge', 'rules'],
  ['[privacy]\ndefault_note_privacy = "public"', 'privacy.default_note_privacy', 'private'],
  ['[privacy]\ndetector = "off"', 'privacy.detector', 'suggest'],
  ['[consolidation]\ndaily_at = "00:00"', 'consolidation.daily_at', '03:00'],
  ['[consolidation]\nmin_new_claims = 0', 'consolidation.min_new_claims', 20],
  ['[challenger]\ndaily_at = "00:00"', 'challenger.daily_at', '07:00'],
];

const standing = async (key: string) => (await load()).settings.find((setting) => setting.key === key)?.value;

describe('a config that came with a vault', () => {
  it.each(ACTING)('%j is ignored, and said, until it is accepted', async (toml, key, stands) => {
    await writeVault(toml);
    expect(await standing(key)).toEqual(stands);
    const loaded = await load();
    expect(loaded.ignored).toMatchObject([{ key, reason: 'not-accepted' }]);
    expect(loaded.wanted).toMatchObject({ trust: 'unasked', settings: [{ key }] });
    expect(describeIgnored(loaded, vault)[0]?.detail).toContain(`${key} = `);
    expect(describeIgnored(loaded, vault)[0]?.remedy).toContain('memora trust');

    await answer(false);
    expect(await standing(key)).toEqual(stands);
    expect((await load()).wanted?.trust).toBe('refused');

    await answer(true);
    expect(await standing(key)).not.toEqual(stands);
    expect((await load()).ignored).toEqual([]);
  });

  it.each([
    '[llm]\nprovider = "none"',
    '[embed]\nprovider = "none"',
    '[embed]\nprovider = "local"',
    '[frontmatter]\nmode = "infer"',
    '[privacy]\ndefault_note_privacy = "secret"\ndetector = "enforce"\nloopback = "cloud"\nencrypt_database = true\nredact_secret_in_cloud = "strict"',
    '[indexing]\nexclude = ["drafts"]\nparallelism = 1',
    '[claims]\nsingle_valued = ["lives in"]',
    '[retrieval]\ntop_k = 3',
  ])('%j counts as it is: it describes the notes, does less, or keeps more back', async (toml) => {
    await writeVault(toml);
    const { ignored, wanted, settings } = await load();
    expect([ignored, wanted]).toEqual([[], null]);
    expect(settings.some(({ layer }) => layer === 'vault')).toBe(true);
  });

  it('loosens nothing that the user says themself, accepted or not', async () => {
    await writeUser(
      '[privacy]\ndefault_note_privacy = "secret"\ndetector = "enforce"\nloopback = "cloud"\nencrypt_database = true\nredact_secret_in_cloud = "strict"\n',
    );
    await writeVault(
      '[privacy]\ndefault_note_privacy = "public"\ndetector = "off"\nloopback = "local"\nencrypt_database = false\nredact_secret_in_cloud = true\n[llm]\nprovider = "ollama"\n',
    );
    await answer(true);
    const { config, ignored } = await load();
    expect(config.privacy).toEqual({
      defaultNotePrivacy: 'secret',
      redactSecretInCloud: 'strict',
      detector: 'enforce',
      loopback: 'cloud',
      encryptDatabase: true,
    });
    expect(config.llm.provider).toBe('ollama');
    expect(ignored.map(({ reason }) => reason)).toEqual(Array.from({ length: 5 }, () => 'looser'));
    expect(describeIgnored(await load(), vault)[0]?.detail).toContain('your own settings are stricter');
  });

  it('is accepted for its values and its place: other values, and another vault with the same, are asked about again', async () => {
    await writeVault('[llm]\nprovider = "ollama"\n');
    await answer(true);
    await writeVault('# a comment\n[llm]\nprovider = "ollama"\n[retrieval]\ntop_k = 9\n');
    expect((await load()).wanted?.trust).toBe('accepted');
    await writeVault('[llm]\nprovider = "ollama"\nendpoint = "http://127.0.0.1:9/v1"\n');
    expect((await load()).wanted?.trust).toBe('unasked');
    expect(await standing('llm.provider')).toBe('none');

    const other = join(root, 'other');
    await mkdir(join(other, '.memora'), { recursive: true });
    await writeFile(join(other, '.memora', 'config.toml'), '[llm]\nprovider = "ollama"\n');
    expect((await load({ vault: other })).wanted?.trust).toBe('unasked');
  });

  it('leaves the answer to the user: it stands in their folder, for them alone, and none in the vault counts', async () => {
    await writeVault('[llm]\nprovider = "ollama"\n');
    await answer(true);
    const [name = ''] = await readdir(join(configDir, 'vaults'));
    const file = join(configDir, 'vaults', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    await rm(file);
    await mkdir(join(vault, '.memora', 'vaults'));
    for (const path of [`.memora/vaults/${name}`, '.memora/trusted.json', name])
      await writeFile(join(vault, path), text);
    expect((await load()).wanted?.trust).toBe('unasked');
  });

  it('is shown plainly: what is not ASCII is escaped', async () => {
    await writeVault('[llm]\nmodel = "a\\u001b[2J\\u009b\\u202e\\nb"\n');
    const [said] = describeIgnored(await load(), vault);
    expect(said?.detail).toContain('"a\\u001b[2J\\u009b\\u202e\\nb"');
    expect(said?.detail).toMatch(/^[\x20-\x7e]*$/);
  });

  it.each([
    ['a link', (path: string) => symlink(join(configDir, 'config.toml'), path)],
    ['a pipe', async (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdir(path)],
  ])('is refused, and nothing is read, where it is %s', async (_, put) => {
    await writeUser('[retrieval]\ntop_k = 77\n');
    await put(join(vault, '.memora', 'config.toml'));
    await expect(load()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('does not touch it'),
    });
  });

  it('does nothing that the user does not know of, whatever it holds', async () => {
    const values = fc.record(
      Object.fromEntries(
        SETTINGS.flatMap(({ key, schema }) =>
          schema.enum === undefined
            ? []
            : [[key, fc.option(fc.constantFrom(...schema.enum), { nil: undefined })]],
        ),
      ),
    );
    const plain = (await load({ vault: undefined })).config;
    await fc.assert(
      fc.asyncProperty(values, async (chosen) => {
        const toml = Object.entries(chosen).flatMap(([key, value]) =>
          value === undefined ? [] : [`${key} = ${JSON.stringify(value)}`],
        );
        await writeVault(toml.join('\n'));
        const { config } = await load();
        expect(config.llm).toEqual({ ...plain.llm, provider: 'none' });
        expect(['local', 'none']).toContain(config.embed.provider);
        expect([config.indexing.extractor, config.claims.judge, config.frontmatter.refsMode]).toEqual([
          'offline',
          'rules',
          'manual',
        ]);
        expect([null, 'infer']).toContain(config.frontmatter.mode);
        expect(['private', 'secret']).toContain(config.privacy.defaultNotePrivacy);
        expect(['suggest', 'enforce']).toContain(config.privacy.detector);
      }),
      { numRuns: sampleOf(60) },
    );
  });
});
