/** Programs of somebody who installs Memora, as files. */

/** Indexes a note, answers from it and checks the answer; prints `smoke ok`. */
export const SMOKE = `import { mkdirSync, writeFileSync } from 'node:fs';
import { openMemory } from '@memora/engine';
import { alignQuote, verifyCitations } from '@memora/validator';
mkdirSync('notes', { recursive: true });
writeFileSync('notes/gateway.md', '# Gateway\\n\\nThe gateway moved to Dublin on 2026-03-03.\\n');
const memory = await openMemory({ vault: 'notes' });
await memory.index();
const { cleanText, report } = await memory.ask('When did the gateway move?');
await memory.close();
if (!cleanText.includes('Dublin') || report.verdict !== 'verified') throw new Error('no answer: ' + cleanText);
if (alignQuote('a b c', 'b').status !== 'identical' || typeof verifyCitations !== 'function') throw new Error('validator');
console.log('smoke ok');
`;

/** Every main entry, used as in the README. */
export const CONSUMER = `import { readFileSync } from 'node:fs';
import { openAgentMemory } from '@memora/agent-memory';
import { memoryCommands } from '@memora/agent-memory/files';
import { auditStore } from '@memora/bridge';
import { openClaimStore, type Claim } from '@memora/claims';
import { nodeDriver } from '@memora/claims/drivers';
import type { Database } from '@memora/claims/sqlite';
import { toTurns } from '@memora/conversations';
import { fingerprint, type ClaimId } from '@memora/core';
import { openMemory, type Memory } from '@memora/engine';
import { loadConfig } from '@memora/engine/config';
import { readDocument } from '@memora/ingest';
import { scanDates } from '@memora/language/dates';
import { createToolService } from '@memora/mcp';
import { openPool } from '@memora/postgres';
import { createDetector } from '@memora/privacy';
import { createReport } from '@memora/report';
import { createRetriever } from '@memora/retrieval';
import { verifyCitations } from '@memora/validator';
import { alignQuote } from '@memora/validator/align';
import { checkCriticalTokens } from '@memora/validator/guard';
import { openVault, parseNote } from '@memora/vault';

export const quote = alignQuote(readFileSync('a.md', 'utf8'), 'x').status;
export const tokens = checkCriticalTokens('a', 'b').ok;
export const hash: string = fingerprint(new Uint8Array());
export const parts = { openClaimStore, loadConfig, createDetector, createRetriever, verifyCitations, openVault, parseNote };
export const further = { openAgentMemory, memoryCommands, auditStore, nodeDriver, toTurns, readDocument, scanDates, createToolService, openPool, createReport };
export async function ask(question: string): Promise<string> {
  const memory: Memory = await openMemory({ vault: 'notes' });
  const { cleanText } = await memory.ask(question);
  await memory.close();
  return cleanText;
}
export const idOf = ({ id }: Claim): ClaimId => id;
export const tables = (db: Database): unknown[] => db.prepare('SELECT 1').all();
`;

export type Resolution = 'bundler' | 'nodenext' | 'node16' | 'Next';

/** The files of `create-next-app`, except for `skipLibCheck`. */
const OF_NEXT = {
  target: 'es2017',
  lib: ['dom', 'dom.iterable', 'esnext'],
  allowJs: true,
  strict: true,
  esModuleInterop: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  isolatedModules: true,
  jsx: 'preserve',
};

export const tsconfig = (resolution: Resolution, files: readonly string[]): string =>
  JSON.stringify({
    compilerOptions: {
      ...(resolution === 'Next'
        ? OF_NEXT
        : {
            target: 'es2022',
            lib: ['es2023', 'esnext.disposable', 'dom', 'dom.asynciterable'],
            module: resolution === 'bundler' ? 'esnext' : resolution,
            moduleResolution: resolution,
            strict: true,
            exactOptionalPropertyTypes: true,
          }),
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
    },
    files,
  });

/** A test suite with the matchers. */
export const SUITE = `import '@memora/validator/vitest';
import { fingerprint } from '@memora/validator';
import { expect, it } from 'vitest';
const note = new TextEncoder().encode('Tea is hot.');
const claim = { id: 'tea0000000000001', notePath: 'tea.md', span: { start: 0, end: 11 }, fingerprint: fingerprint(note) };
const memory = { claims: async () => new Map([[claim.id, claim]]), sources: async () => note };
it('is cited', async () => {
  await expect('Tea is hot [claim:tea0000000000001].').toBeCited(memory);
  await expect('Tea is cold.').not.toHaveNoUnsupportedClaims(memory);
});
`;

/** A page that verifies. */
export const PAGE = `import { verifyCitations } from '@memora/validator';
import { alignQuote } from '@memora/validator/align';
const report = await verifyCitations('x', { claims: async () => new Map(), sources: async () => null });
console.log(report.verdict, alignQuote('a', 'a').status);
`;

/** A Next application that verifies in a client component and in a server route. */
export const NEXT = {
  'app/layout.jsx': `export default ({ children }) => <html lang="en"><body>{children}</body></html>;
`,
  'app/page.jsx': `'use client';
import { verifyCitations } from '@memora/validator';
import { alignQuote } from '@memora/validator/align';
export default function Page() {
  const check = async () => alert((await verifyCitations('x', { claims: async () => new Map(), sources: async () => null })).verdict);
  return <button onClick={check}>{alignQuote('a', 'a').status}</button>;
}
`,
  'app/api/route.js': `import { checkCriticalTokens } from '@memora/validator/guard';
export const GET = () => Response.json(checkCriticalTokens('a', 'b'));
`,
};

/** The middleware and the tools with the installed version of the AI SDK and its test model; prints `ai ok`. */
export const AI_SMOKE = `import { mkdirSync, writeFileSync } from 'node:fs';
import { openAgentMemory } from '@memora/agent-memory';
import { withAgentMemory } from '@memora/agent-memory/ai-sdk';
import { openMemory } from '@memora/engine';
import { memoraTools, withMemora } from '@memora/engine/ai-sdk';
import { generateText, streamText } from 'ai';
import * as mocks from 'ai/test';
mkdirSync('notes', { recursive: true });
writeFileSync('notes/gateway.md', '# Gateway\\n\\nThe gateway moved to Dublin on 2026-03-03.\\n');
const memory = await openMemory({ vault: 'notes' });
const Mock = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3 ?? mocks.MockLanguageModelV2;
const isV2 = Mock === mocks.MockLanguageModelV2;
const usage = isV2 ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 } : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const end = { finishReason: isV2 ? 'stop' : { unified: 'stop', raw: 'stop' }, usage };
const draft = () => 'The gateway moved to Dublin on 2026-03-03 [1]. All is well.';
const model = new Mock({
  doGenerate: async () => ({ content: [{ type: 'text', text: draft() }], ...end, warnings: [] }),
  doStream: async () => ({
    stream: new ReadableStream({
      start(c) {
        c.enqueue({ type: 'stream-start', warnings: [] });
        c.enqueue({ type: 'text-start', id: '1' });
        for (const delta of draft().split(/(?<= )/)) c.enqueue({ type: 'text-delta', id: '1', delta });
        c.enqueue({ type: 'text-end', id: '1' });
        c.enqueue({ type: 'finish', ...end });
        c.close();
      },
    }),
  }),
});
const wrapped = withMemora(model, memory);
const prompt = 'When did the gateway move?';
const { text } = await generateText({ model: wrapped, prompt });
let streamed = '';
for await (const delta of streamText({ model: wrapped, prompt }).textStream) streamed += delta;
for (const shown of [text, streamed])
  if (!/Dublin on 2026-03-03 \\[claim:\\w{16}\\]/.test(shown) || shown.includes('well')) throw new Error('middleware: ' + shown);
const found = await memoraTools(memory).memora_query.execute({ query: 'gateway' }, { toolCallId: '1', messages: [], context: {} });
if (found.hits.length === 0) throw new Error('tools');
await memory.close();
const agent = await openAgentMemory({ vault: 'notes', agent: 'smoke' });
const session = await agent.session();
const told = 'Remember that I prefer short answers.';
await generateText({ model: withMemora(withAgentMemory(model, session), session.memory), prompt: told });
const { items } = await agent.recall('What do I prefer?');
if (items[0]?.line !== 'I prefer short answers.' || items[0].from !== 'you') throw new Error('memory');
await agent.close();
console.log('ai ok');
`;

/** The wrapped models keep their types with the installed version of the AI SDK. */
export const AI_TYPES = `import type { Session } from '@memora/agent-memory';
import { withAgentMemory } from '@memora/agent-memory/ai-sdk';
import type { Memory } from '@memora/engine';
import { withMemora } from '@memora/engine/ai-sdk';
import { generateText, type LanguageModel } from 'ai';
export async function reply(model: Exclude<LanguageModel, string>, session: Session, memory: Memory): Promise<string> {
  const both = withMemora(withAgentMemory(model, session), memory);
  // @ts-expect-error: a model is no number
  const none: number = withAgentMemory(model, session);
  const { text } = await generateText({ model: both, prompt: String(none) });
  return text;
}
`;
