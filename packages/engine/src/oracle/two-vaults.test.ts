import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { generateText, streamText, type ToolSet } from 'ai';
import { expect, it } from 'vitest';
import * as sdk from '../ai-sdk/index.ts';
import { loadConfig } from '../config/index.ts';
import type { Memory, MemoryEvent } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { readPassagesOf } from '../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';

/** What a vault sent, in order: a name and the content. */
type Told = readonly [string, unknown];

const QUESTIONS = [
  'What is the gateway pin?',
  'Where did the gateway move?',
  'Oskar',
  'Who owns the gateway?',
];
const events: readonly MemoryEvent['type'][] = [
  'indexed',
  'changed',
  'consolidated',
  'challenged',
  'problem',
];

/**
 * A model in the cloud that cites everything it was shown and one id that it was not, so that the first draft
 * is partly refused.
 */
function sayAll(body: string): string {
  const said = readPassagesOf(body).flatMap(({ handle, text }) =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${line} [${handle}]`])),
  );
  return [...said, 'The gateway sings [claim:aaaaaaaaaaaaaaaa].'].join('\n');
}

async function tell(folder: string, side: (typeof ORACLE_SIDES)[number]): Promise<readonly string[]> {
  const vault = join(folder, 'vault');
  await rm(vault, { recursive: true, force: true });
  const write = async (path: string, text: string, day: string) => {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
    await utimes(join(vault, path), new Date(day), new Date(day));
  };
  const notes = oracleNotes(side);
  for (const [path, text] of Object.entries(notes)) await write(path, text, '2026-11-20');
  const told: Told[] = [];
  await using server = await openModelServer([{ say: sayAll }]);
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_ENABLE_NETWORK_LLM: '1' };
  const flags = {
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'privacy.loopback': 'cloud',
    'consolidation.pages': 'beside',
  };
  const open = (more: Record<string, string> = {}) =>
    openMemory({
      vault,
      env,
      loadConfig: (root) => loadConfig({ vault: root, env, flags: { ...flags, ...more } }),
    });
  const keep = async (name: string, act: () => unknown) =>
    told.push([name, await Promise.resolve().then(act).catch(String)]);
  const secret = new Map<string, string>();
  {
    await using memory = await open();
    await watchOnce(memory, told, () =>
      write('people/diary.md', `${notes['people/diary.md']}\nIt rained.\n`, '2026-11-21'),
    );
    const { claims } = await memory.claims.listClaims({ retired: true, limit: 1_000 });
    for (const { id, band, notePath, span } of claims)
      if (band === 'secret') secret.set(id, `<secret ${notePath} ${span.start}>`);
    const answer = [...secret.keys()].map((id) => `The gateway pin is 4711. [claim:${id}]`).join('\n\n');
    for (const question of QUESTIONS) {
      const parts: unknown[] = [];
      await keep('ask', async () => {
        const { cleanText, notices, abstained, nearest } = await memory.ask(question, {
          bands: ['public', 'private'],
          stream: (part) => parts.push(part.type === 'statement' ? part.statement : part),
        });
        return { cleanText, notices, abstained, nearest, parts };
      });
      await keep('ask, all bands', async () => (await memory.ask(question)).cleanText);
      await keep('prompt', async () => (await memory.prompt(question)).prompt);
      const provider = createOpenAICompatible({ name: 'recorder', baseURL: server.url, apiKey: 'k' });
      const model = sdk.withMemora(provider('m'), memory);
      const asked = { model, prompt: question, maxRetries: 0 };
      await keep('withMemora', async () => (await generateText(asked)).text);
      await keep('withMemora, streamed', async () => streamText({ ...asked, onError: () => {} }).text);
      const tools: ToolSet = sdk.memoraTools(memory);
      for (const [name, tool] of Object.entries(tools)) {
        const input = name === 'memora_verify_answer' ? { text: answer } : { query: question, k: 50 };
        await keep(name, () =>
          tool.execute?.(input, { toolCallId: '1', messages: [], context: {} } as never),
        );
      }
    }
    await keep('verifiedStream', async () => {
      const shown: unknown[] = [];
      for await (const part of sdk.verifiedStream(ReadableStream.from([answer]), memory))
        if (part.type === 'text') shown.push(part.text);
      return shown;
    });
    await keep('judge', async () => memory.judge(await memory.verify(answer)));
    await keep('challenge', () => memory.challenge());
    // The watch may have ended before or after it wrote the pages of the second run.
    await keep('consolidate, once more', async () => {
      await memory.consolidate();
      return memory.consolidate();
    });
    await keep('world map', () => memory.worldMap());
    await keep('autofill', () => memory.autofill({ dryRun: true }));
    await keep('audit', async () => {
      const { egress, ...rest } = await memory.audit({ question: QUESTIONS[0] as string });
      // Regions are consolidated concurrently, so their requests arrive in any order.
      return { ...rest, egress: egress.toSorted((a, b) => (claimsOf(a) < claimsOf(b) ? -1 : 1)) };
    });
  }
  {
    await using memory = await open({ 'indexing.extractor': 'llm' });
    await keep('index, asking a model', async () => {
      const { report, ...rest } = await memory.index({ full: true });
      return { ...rest, usage: report.usage, segments: report.segments };
    });
  }
  expect(server.requests.length).toBeGreaterThan(10);
  // Notes are extracted and regions consolidated concurrently, so their requests arrive in any order.
  const isOfMany = (request: string) =>
    request.includes('json_schema') || request.includes('Write an overview of these notes');
  const asked = server.requests.filter((request) => !isOfMany(request));
  const sideBySide = server.requests.filter(isOfMany).sort(byWordsAlone);
  told.push(...[...asked, ...sideBySide].map((request): Told => ['request', request]));
  told.push(...server.headers.map((lines): Told => ['headers', lines]));
  return told.map((each) => {
    let text = JSON.stringify(each);
    for (const [id, place] of secret) text = text.replaceAll(id, place);
    return (
      text
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>')
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
        .replace(/(?<=fence=\\*")\d+(?=\\*")/g, '<fence>')
        .replace(/(?<=(?:evidence|statement)-)[0-9a-f]{16}/g, '<nonce>')
        // The number of a fence may be a digit longer.
        .replace(/("content-length",|"bytes":)"?\d+"?/g, '$1<bytes>')
        .replace(/"indexMs":\{[^}]*\}/g, '"indexMs":{}')
        .replace(/"(?:seconds|tookMs)":[\d.]+/g, '"seconds":0')
    );
  });
}

function claimsOf({ claimIds }: { readonly claimIds?: readonly string[] }): string {
  return JSON.stringify(claimIds);
}

/** Orders requests without the random number of their fences. */
function byWordsAlone(a: string, b: string): number {
  const [left, right] = [a, b].map((request) => request.replace(/fence=\\*"\d+/g, ''));
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** A watch: its first run, one change of a secret note, and the events of maintenance. */
async function watchOnce(memory: Memory, told: Told[], change: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let indexed = 0;
  const seen: Told[] = [];
  for await (const event of memory.watch({ signal: stop.signal })) {
    seen.push([`event ${event.type}`, event]);
    if (event.type === 'indexed' && ++indexed === 1) await change();
    const types = new Set(seen.map(([name]) => name));
    if (indexed > 1 && types.has('event challenged') && types.has('event consolidated')) stop.abort();
  }
  // Maintenance runs concurrently with the watch. The order of their events does not depend on the notes.
  told.push(...seen.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

it('tells programs and models the same of vaults that differ in secret text alone', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-oracle-')));
  try {
    const sides: (readonly string[])[] = [];
    for (const side of ORACLE_SIDES) sides.push(await tell(folder, side));
    const seen = new Set(sides[0]?.map((line) => /^\["([^"]+)"/.exec(line)?.[1]));
    expect(events.filter((type) => type !== 'problem' && !seen.has(`event ${type}`))).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(sdk.memoraTools({} as Memory))));
    for (const side of sides.slice(1)) expect(side).toEqual(sides[0]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
