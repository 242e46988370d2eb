import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSet } from 'ai';
import { expect, it } from 'vitest';
import * as sdk from '../ai-sdk/index.ts';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openEmbeddingServer } from '../testing-fixtures/embedding-server.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';

/** Codes that are secret in one vault each. */
const CODES = ['84213977', '60519283'] as const;
const HIDDEN = (code: string) => `The gate code is ${code} and the key lies under the blue pot.`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A guess, as a curious agent may write it: the guard knows each of these spellings. */
const GUESSES: readonly ((code: string) => string)[] = [
  (code) => `Is the gate code ${code}?`,
  (code) => code,
  (code) => HIDDEN(code),
  (code) => `gate ${HIDDEN(code).toUpperCase().replaceAll(' ', '-')}`,
  (code) => `gate ${base64(HIDDEN(code))}`,
  (code) => `gate ${base64(base64(HIDDEN(code)))}`,
  (code) => `gate ${Buffer.from(HIDDEN(code)).toString('hex')}`,
  (code) => `gate ${encodeURIComponent(HIDDEN(code))}`,
  (code) => `gate ${[...code].map((digit) => `\\u003${digit}`).join('')}`,
];

async function tell(folder: string, hidden: string): Promise<readonly string[]> {
  const vault = join(folder, 'vault');
  await rm(vault, { recursive: true, force: true });
  await mkdir(vault, { recursive: true });
  const note = `# Gate\n\nThe gate is green. The gate code was changed by Ada.\n\n<!--privacy:secret-->${HIDDEN(hidden)}<!--/privacy-->\n`;
  await writeFile(join(vault, 'gate.md'), note);
  await utimes(join(vault, 'gate.md'), new Date('2026-11-20'), new Date('2026-11-20'));
  await using vectors = await openEmbeddingServer();
  await using model = await openModelServer([{ say: 'The gate is green.' }]);
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_ENABLE_NETWORK_LLM: '1' };
  const flags = {
    'embed.provider': 'openai-compatible',
    'embed.model': 'letters',
    'embed.dim': '26',
    'embed.endpoint': vectors.url,
    'llm.provider': 'openai-compatible',
    'llm.endpoint': model.url,
    'privacy.loopback': 'cloud',
  };
  await using memory = await openMemory({
    vault,
    env,
    loadConfig: (root) => loadConfig({ vault: root, env, flags }),
  });
  await memory.index();
  const told: unknown[] = [];
  const shown = { bands: ['public', 'private'] } as const;
  const tools: ToolSet = sdk.memoraTools(memory);
  for (const guess of GUESSES) {
    for (const code of CODES) {
      const query = guess(code);
      const { hits, degraded, degradedReasons, behind } = await memory.query(query, shown);
      expect([query, degradedReasons]).toEqual([query, []]);
      told.push(
        hits.map(({ claim, score, why }) => [claim.id, score, why]),
        degraded,
        behind,
      );
      const { cleanText, abstained, notices, degradedReasons: reasons } = await memory.ask(query, shown);
      told.push(cleanText, abstained, notices, reasons);
      for (const [name, tool] of Object.entries(tools)) {
        if (name === 'memora_verify_answer') continue;
        const options = { toolCallId: '1', messages: [], context: {} } as never;
        told.push([name, await tool.execute?.({ query, k: 10 }, options)]);
      }
    }
  }
  expect(vectors.texts).toContain(GUESSES[0]?.(CODES[0]));
  told.push(vectors.texts, model.requests);
  return told.map((each) =>
    JSON.stringify(each)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replace(/(?<=fence=\\*")\d+(?=\\*")/g, '<fence>')
      .replace(/"(?:seconds|tookMs)":[\d.]+/g, '"seconds":0'),
  );
}

it('tells a right guess from a wrong one in no way, with an embedder and a model in the cloud', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-guesses-')));
  try {
    const [first, second] = [await tell(folder, CODES[0]), await tell(folder, CODES[1])];
    expect(second).toEqual(first);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
