import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeIgnored } from './describe-ignored.ts';
import { SETTINGS } from './generated-settings.ts';
import { defaultConfig, loadConfig, parseConfig } from './load-config.ts';
import { RETIRED_SETTINGS } from './retired-settings.ts';

let root: string;
let configDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'memora-config-'));
  configDir = join(root, 'user');
  await mkdir(join(root, 'vault', '.memora'), { recursive: true });
  await mkdir(configDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const vault = () => join(root, 'vault');
const writeVault = (toml: string) => writeFile(join(vault(), '.memora', 'config.toml'), toml);
const writeUser = (toml: string) => writeFile(join(configDir, 'config.toml'), toml);
const load = (options: Parameters<typeof loadConfig>[0] = {}) =>
  loadConfig({ vault: vault(), configDir, env: {}, ...options });

async function refusal(promise: Promise<unknown>): Promise<MemoraError> {
  try {
    await promise;
  } catch (error) {
    if (MemoraError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('loadConfig', () => {
  it('has the defaults of the contract where nobody set anything', () => {
    expect(defaultConfig()).toEqual({
      answer: { policy: 'mark' },
      llm: { provider: 'none', model: null, endpoint: null },
      embed: { provider: 'local', model: null, dim: null, endpoint: null, path: null },
      judge: { provider: 'chat', model: null, endpoint: null, insist: false },
      indexing: { parallelism: 8, extractor: 'offline', exclude: [] },
      retrieval: {
        floor: null,
        topK: 5,
        promptTokens: 6_000,
        rewrite: true,
        conversations: false,
        learnFromUse: false,
      },
      ingest: { keepOriginals: false, agentAddresses: false },
      memory: {
        record: 'ask',
        retentionDays: 0,
        dailyKeepDays: 90,
        trashDays: 0,
        timeZone: null,
      },
      team: {
        ...{
          server: null,
          database: null,
          replica: null,
          workspace: null,
          tls: null,
          backupHorizon: null,
          auditDays: null,
          documentMegabytes: 16,
        },
        ...{ issuer: null, audience: null, groupsClaim: null, workspaceClaim: null, tokenFile: null },
      },
      watch: { debounceMs: 250 },
      page: { editor: 'none' },
      frontmatter: { mode: null, refsMode: 'manual' },
      claims: { singleValued: [], multiValued: [], judge: 'rules' },
      privacy: {
        defaultNotePrivacy: 'private',
        redactSecretInCloud: true,
        detector: 'suggest',
        loopback: 'local',
        encryptDatabase: false,
      },
      consolidation: { dailyAt: '03:00', minNewClaims: 20, pages: 'ask', folder: '_memora' },
      challenger: { dailyAt: '07:00' },
      bridge: {},
      embedder: {},
    });
  });

  it('lets a flag win over the environment, that over the vault, that over the user, that over the default', async () => {
    await writeUser('[retrieval]\ntop_k = 2\n[indexing]\nexclude = ["user"]\n[watch]\ndebounce_ms = 7\n');
    await writeVault('[retrieval]\ntop_k = 3\n[indexing]\nexclude = ["vault"]\n');
    const env = { MEMORA_RETRIEVAL_TOP_K: '4' };
    const layers = async (options: Parameters<typeof loadConfig>[0]) => {
      const { config, settings } = await load(options);
      const layer = settings.find((each) => each.key === 'retrieval.top_k')?.layer;
      return [config.retrieval.topK, layer];
    };
    expect(await layers({ env, flags: { 'retrieval.top_k': '9' } })).toEqual([9, 'flag']);
    expect(await layers({ env })).toEqual([4, 'env']);
    expect(await layers({})).toEqual([3, 'vault']);
    expect(await layers({ vault: undefined })).toEqual([2, 'user']);
    const { config, files } = await load();
    expect(config.indexing.exclude).toEqual(['vault']);
    expect(config.watch.debounceMs).toBe(7);
    expect(config.indexing.parallelism).toBe(8);
    expect(files).toEqual([join(configDir, 'config.toml'), join(vault(), '.memora', 'config.toml')]);
  });

  it('names an unknown key, its file and the key that was meant', async () => {
    await writeVault('[retrieval]\ntopk = 3\n');
    const error = await refusal(load());
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.message).toContain('config.toml: unknown key retrieval.topk');
    expect(error.hint).toContain('Did you mean retrieval.top_k?');
  });

  it('ignores a setting that is gone, in each layer, and says what applies instead', async () => {
    await writeVault('[memory]\nhalf_life_days = 3\n[retrieval]\ntop_k = 6\n');
    await writeUser('[llm]\ninput_price = 3\n');
    const loaded = await load({ env: { MEMORA_INGEST_DAILY_AT: '04:00' } });
    expect(loaded.config.retrieval.topK).toBe(6);
    expect(loaded.settings.map(({ key }) => key)).not.toContain('memory.half_life_days');
    expect(describeIgnored(loaded, vault()).map(({ detail }) => detail)).toEqual([
      'ingest.daily_at is no longer a setting; it is ignored, because `watch` reads followed sources again at 05:00',
      'llm.input_price is no longer a setting; it is ignored, because `index` shows what a model reads and writes in tokens',
      'memory.half_life_days is no longer a setting; it is ignored, because a memory that is not recalled counts half as fresh after 14 days',
    ]);
    const error = await refusal(load({ flags: { 'memory.half_life_days': '3' } }));
    expect(error.message).toBe('--set: memory.half_life_days is no longer a setting');
    expect(error.hint).toContain('after 14 days');
  });

  it('calls no setting gone that there is', () => {
    expect(SETTINGS.filter(({ key }) => RETIRED_SETTINGS.has(key))).toEqual([]);
  });

  it('names an unknown section with the sections there are, even where it is empty or no table', async () => {
    for (const toml of ['[retreival]\n', '[retreival]\nx = 1\n', 'retreival = 1\n']) {
      await writeVault(toml);
      const error = await refusal(load());
      expect(error.message).toMatch(/unknown key retreival/);
      expect(error.hint).toContain('[retrieval]');
    }
  });

  it.each([
    ['[llm]\nprovider = "gpt"', 'llm.provider = "gpt"', '"anthropic", "openai", "ollama"'],
    ['[indexing]\nparallelism = 0', 'indexing.parallelism = 0', 'from 1 to 64'],
    ['[indexing]\nparallelism = "8"', 'indexing.parallelism = "8"', 'whole number'],
    ['[indexing]\nexclude = "drafts"', 'indexing.exclude = "drafts"', 'list of texts'],
    ['[consolidation]\ndaily_at = "25:00"', 'consolidation.daily_at = "25:00"', '"03:00"'],
    ['[frontmatter]\nmode = "AUTOFILL"', 'frontmatter.mode = "AUTOFILL"', '"autofill", "infer"'],
    ['[llm]\nmodel = ""', 'llm.model = ""', 'a text'],
  ])('refuses %j naming the key, the value and the choices', async (toml, message, hint) => {
    await writeVault(toml);
    const error = await refusal(load());
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it('refuses to send secret claims to a cloud model and says why', async () => {
    const error = await refusal(parseConfig('[privacy]\nredact_secret_in_cloud = false', 'config.toml'));
    expect(error.message).toContain('redact_secret_in_cloud = false');
    expect(error.message).toContain('always redacted');
    expect(error.hint).toContain('true, "strict"');
  });

  it('names the line of broken TOML and never quotes it', async () => {
    await writeVault('[llm]\nprovider = none\n');
    const error = await refusal(load());
    expect(error.message).toMatch(/not valid TOML at line 2, column \d+$/);
    expect(error.message).not.toContain('none');
  });

  it('refuses a bad variable by its own name', async () => {
    const error = await refusal(load({ env: { MEMORA_INDEXING_EXTRACTOR: 'magic' } }));
    expect(error.message).toContain('MEMORA_INDEXING_EXTRACTOR: indexing.extractor = "magic"');
  });

  it('reads lists and flags given as text', async () => {
    const { config } = await load({
      env: { MEMORA_INDEXING_EXCLUDE: 'a, b/**,' },
      flags: { 'privacy.redact_secret_in_cloud': 'strict' },
    });
    expect(config.indexing.exclude).toEqual(['a', 'b/**']);
    expect(config.privacy.redactSecretInCloud).toBe('strict');
  });

  it('reads a file saved with a byte order mark', async () => {
    await writeVault('\uFEFF[retrieval]\ntop_k = 6\n');
    expect((await load()).config.retrieval.topK).toBe(6);
  });

  it('reads the bridges to other memories, each of one layer as a whole', async () => {
    await writeUser(
      '[bridge.graph]\ncommand = ["mcp-server-memory"]\nbands = ["public", "private"]\n[bridge.cloud]\nurl = "https://mem.example/mcp"\nprovider = "mem0"\ndeadline_ms = 0\n',
    );
    const { config, settings } = await load();
    expect(config.bridge).toEqual({
      graph: {
        command: ['mcp-server-memory'],
        url: null,
        provider: null,
        direction: 'both',
        bands: ['public', 'private'],
        local: false,
        deadlineMs: 300,
        timeoutMs: 30_000,
        env: [],
        tokenEnv: null,
        user: null,
      },
      cloud: expect.objectContaining({ url: 'https://mem.example/mcp', provider: 'mem0', deadlineMs: 0 }),
    });
    expect(settings.find(({ key }) => key === 'bridge.cloud.url')?.layer).toBe('user');
  });

  it.each([
    ['[bridge.a]\ncommand = ["x"]\nurl = "http://x"', 'needs exactly one of command and url'],
    ['[bridge.a]\nprovider = "mem0"', 'needs exactly one of command and url'],
    ['[bridge.a]\ncommand = ["x"]\nbands = ["secret"]', 'written to no other system'],
    ['[bridge.a]\ncommand = ["x"]\nprovider = "what"', 'not accepted'],
    ['[bridge.a]\ncommand = ["x"]\ncomand = 1', 'unknown key bridge.a.comand'],
    ['[bridge."A b"]\ncommand = ["x"]', 'is not a bridge'],
    ['[bridge]\na = 1', 'is not a bridge'],
  ])('refuses a bridge that is none: %j', async (toml, told) => {
    await writeUser(toml);
    await expect(load()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(told),
    });
  });

  it("reads the embedders that workspaces may choose, from the user's own config alone", async () => {
    await writeUser(
      '[embedder.small]\nprovider = "openai-compatible"\nendpoint = "http://e.example/v1"\nmodel = "letters"\ndim = 8\nkey_env = "SMALL_KEY"\n',
    );
    expect((await load()).config.embedder).toEqual({
      small: {
        ...{ provider: 'openai-compatible', model: 'letters', dim: 8, path: null },
        endpoint: 'http://e.example/v1',
        keyEnv: 'SMALL_KEY',
      },
    });
    await writeVault('[embedder.mine]\nprovider = "openai"\nendpoint = "http://steal.example"\n');
    await expect(load()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      hint: expect.stringMatching(/server/),
    });
  });

  it.each([
    ['[embedder.a]\nmodel = "x"', 'needs a provider'],
    ['[embedder.a]\nprovider = "local"', 'not accepted'],
    ['[embedder.a]\nprovider = "openai-compatible"\nmodel = "x"', 'needs endpoint and dim'],
    ['[embedder.a]\nprovider = "ollama"\nmodel = "x"', 'needs dim'],
    ['[embedder.a]\nprovider = "huggingface"', 'needs path'],
    ['[embedder.a]\nprovider = "openai"\ndim = 16001', 'not accepted'],
    ['[embedder.none]\nprovider = "openai"', 'a name that is taken'],
    ['[embedder.constructor]\nprovider = "openai"\nkey = "x"', 'unknown key embedder.constructor.key'],
  ])('refuses an embedder that is none: %j', async (toml, told) => {
    await writeUser(toml);
    await expect(load()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(told),
    });
  });

  it('follows no bridge that a vault brings before its user has accepted it', async () => {
    await writeVault('[bridge.graph]\ncommand = ["steal-it"]\n');
    const { config, ignored } = await load();
    expect(config.bridge).toEqual({});
    expect(ignored).toEqual([{ key: 'bridge.graph.command', value: ['steal-it'], reason: 'not-accepted' }]);
  });
});
