import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress, wire } from '@memora/privacy';
import { folderOf, makeFolder, placeIn, writeWholeFile } from '@memora/privacy/files';
import type { LoadedConfig, MemoraConfig } from '../config/index.ts';
import { defaultConfig } from '../config/load-config.ts';
import { namesOwnEndpoint } from '../config/names-own-endpoint.ts';
import { createModelJudge } from '../judge/create-model-judge.ts';
import { keepJudgeRecord } from '../judge/judge-record.ts';
import { judgeModel } from '../judge/open-vault-judge.ts';
import { MemoryError } from '../memory-error.ts';
import { openConfiguredModel } from '../models/open-configured-model.ts';
import { createSdkModel } from '../models/open-sdk-model.ts';
import { openMemory } from '../open-memory.ts';
import { meterModel } from './meter-model.ts';
import type { ModelTest } from './model-test.ts';
import { testAnswering } from './test-answering.ts';
import { testExtracting } from './test-extracting.ts';
import { JUDGED_BATCH, testJudging } from './test-judging.ts';
import { TEST_NOTES } from './test-notes.ts';
import { TEST_QUESTIONS } from './test-questions.ts';
import { testRewriting } from './test-rewriting.ts';
import { TEST_SENTENCES } from './test-sentences.ts';
import { TEST_VERSION } from './test-version.ts';

/** The input of a model test. */
export interface ModelTestOptions {
  /** The settings that name the model, as `loadConfig` gives them. */
  readonly settings: LoadedConfig;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** `judge` tests the model of `judge.provider`, if that is not the chat model. */
  readonly as?: 'chat' | 'judge';
  readonly now?: () => Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Maximum time for one reply: testing a slow model takes long, but slowness is not a fault. */
const TIMEOUT_MS = 300_000;

/**
 * Runs Memora's built-in test on the configured model, and stores in the user's config folder how well it
 * judges: a judge that failed is not used until its user insists (`judge.insist`). No note of the user is
 * read. The requests pass the egress, so that a model elsewhere needs `MEMORA_ENABLE_NETWORK_LLM=1`. Throws
 * `CONFIG_INVALID` if no model is set, and `MODEL_UNREACHABLE` if it never replies.
 */
export async function testModel({
  settings,
  env = process.env,
  as = 'chat',
  now = () => new Date(),
  signal,
  onProgress,
}: ModelTestOptions): Promise<ModelTest> {
  const { config } = settings;
  const egress = createEgress({
    // The test uses none of the user's notes, so there are no secrets to look for.
    guard: 'none',
    allowNetwork: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
    loopback: config.privacy.loopback,
  });
  const folder = await mkdtemp(join(tmpdir(), 'memora-model-test-'));
  try {
    const chat = openConfiguredModel(
      config.llm,
      async () => egress,
      env,
      namesOwnEndpoint(settings, 'llm.endpoint'),
    );
    const asked =
      as === 'chat' ? chat : judgeModel({ settings, env, egress: async () => egress, model: chat });
    if (asked === null)
      throw new MemoryError('no model is set', {
        code: 'CONFIG_INVALID',
        hint: 'Choose one with `memora model use`; `memora model list` lists the models.',
      });
    const place = await asked.place();
    const meter = await meterModel(await asked.open());
    const model = createSdkModel({
      name: asked.name,
      place: async () => place,
      model: () => meter.model,
      timeoutMs: TIMEOUT_MS,
    });
    const hello = await model.write(
      { instructions: wire`Reply with: ready`, prompt: wire`Ready?` },
      { question: '', signal },
    );
    if (hello.failure !== null && hello.text === '')
      throw new MemoryError(`${asked.name} does not reply: ${hello.failure}`, {
        code: 'MODEL_UNREACHABLE',
        hint: 'Start its server; `memora model list` shows those that run on this machine.',
      });
    meter.take();
    const step = { signal, onStep: countSteps(onProgress) };
    const judging = await testJudging(await createModelJudge(model), meter, step);
    const rewriting = await testRewriting(model, meter, step);
    await writeNotes(folder);
    const open = (extractor: MemoraConfig['indexing']['extractor']) =>
      openMemory({
        vault: folder,
        env: { MEMORA_CONFIG_DIR: join(folder, '.config') },
        loadConfig: async () => ({
          ...settings,
          config: toTestConfig(config, extractor),
          ignored: [],
          wanted: null,
        }),
        model: meter.model,
        modelIsLocal: place === 'loopback',
      });
    await using reading = await open('llm');
    const extracting = await testExtracting(reading, meter, step);
    await reading.close();
    await using memory = await open('offline');
    await memory.index(signal === undefined ? {} : { signal });
    const answering = await testAnswering(memory, meter, step);
    const { trueKept, liesKept, good } = judging;
    const record = { version: TEST_VERSION, testedAt: now().toISOString(), trueKept, liesKept, good };
    const named = as === 'judge' && config.judge.provider !== 'chat' ? config.judge : config.llm;
    await keepJudgeRecord(asked.name, named.endpoint, record, env);
    return { model: asked.name, place, judging, answering, rewriting, extracting };
  } finally {
    egress.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeNotes(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(TEST_NOTES)) {
    const place = placeIn(folder, path);
    makeFolder(folderOf(place));
    await writeWholeFile(place, text);
  }
}

/** The default settings, except those about what leaves the machine. */
function toTestConfig(
  { llm, privacy }: MemoraConfig,
  extractor: MemoraConfig['indexing']['extractor'],
): MemoraConfig {
  const config = defaultConfig();
  return {
    ...config,
    llm,
    embed: { ...config.embed, provider: 'none' },
    // Each part is tested separately.
    judge: { ...config.judge, provider: 'none' },
    indexing: { ...config.indexing, extractor },
    privacy: { ...config.privacy, loopback: privacy.loopback },
  };
}

function countSteps(onProgress: ModelTestOptions['onProgress']): () => void {
  const total =
    Math.ceil(TEST_SENTENCES.length / JUDGED_BATCH) +
    2 * TEST_QUESTIONS.length +
    Object.keys(TEST_NOTES).length;
  let done = 0;
  return () => onProgress?.({ done: ++done, total });
}
