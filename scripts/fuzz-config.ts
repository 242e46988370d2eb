/** `node --conditions=memora-source scripts/fuzz-config.ts [cases] [seed]`: mutated config files of a vault and of its user. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoraError } from '../packages/core/src/index.ts';
import { loadConfig } from '../packages/engine/src/config/index.ts';
import { createRandom, type FuzzReport, mutate, printFuzz, readCorpus, runCases } from './fuzz/random.ts';

const WORDS = [
  '\n',
  '=',
  '[',
  ']',
  '[[',
  '"',
  "'",
  '"""',
  '#',
  '.',
  ',',
  '{',
  '}',
  '1e999',
  '-0',
  'nan',
  'true',
  '\u0000',
].concat([
  '__proto__',
  'constructor',
  '[llm]\n',
  'network = true\n',
  'endpoint = "http://a.example"\n',
  '\\u0000',
  '\u202e',
  '../',
  '2024-01-02',
]);

/** Loads mutated configs. The result must be settings or one of Memora's errors, and no unknown vault may choose an endpoint. */
export async function fuzzConfig(count: number, seed: number): Promise<FuzzReport> {
  const random = createRandom(seed);
  const corpus = readCorpus('.toml');
  const folder = mkdtempSync(join(tmpdir(), 'memora-fuzz-'));
  const [vault, user] = [join(folder, 'vault'), join(folder, 'user')];
  mkdirSync(join(vault, '.memora'), { recursive: true });
  mkdirSync(user);
  try {
    return await runCases(count, async () => {
      const text = mutate(random.pick(corpus), corpus, WORDS, random);
      const isOfVault = random.below(2) === 0;
      writeFileSync(join(vault, '.memora', 'config.toml'), isOfVault ? text : '');
      writeFileSync(join(user, 'config.toml'), isOfVault ? '' : text);
      try {
        const { config } = await loadConfig({ vault, env: { MEMORA_CONFIG_DIR: user } });
        const isChosen = config.llm.endpoint !== null || config.embed.endpoint !== null;
        return isOfVault && isChosen ? 'an unknown vault chose an endpoint' : null;
      } catch (error) {
        return MemoraError.isInstance(error) ? null : `${(error as Error).name} is no error of ours`;
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await printFuzz('config', 2_000, fuzzConfig);
