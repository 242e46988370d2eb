import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { limitResult } from './limit-result.ts';
import { toCallResult } from './to-call-result.ts';
import { createToolService } from './tool-service.ts';

const MAX = 8_000;
const tokensOf = (value: unknown) => countTokens(JSON.stringify(value));

/** Every page of an output. */
function pagesOf(output: Record<string, unknown>, paged: string) {
  const pages: Record<string, unknown>[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = limitResult(output, paged, cursor);
    pages.push(page);
    cursor = page['next_cursor'] as string | undefined;
    if (cursor === undefined) return pages;
    if (pages.length > 500) throw new Error('the pages do not end');
  }
}

const ID = '0123456789abcdefghijklmnopqrstuvwxyz';
const item = (n: number, text: string) => ({
  id: Array.from({ length: 16 }, (_, i) => ID[(n * 31 + i * i * 7 + i) % 36]).join(''),
  span: [n * 37, n * 91],
  text,
});

const TEXTS: Readonly<Record<string, string>> = {
  English: 'The gateway moved to Dublin on 2026-03-03 because the lease in Hamburg ended.\n',
  Polish: 'Wszyscy współtwórcy powinni zachowywać się uprzejmie, niezależnie od doświadczenia.\n',
  Russian: 'Шлюз переехал в Дублин, потому что договор аренды закончился.\n',
  Chinese: '网关于三月三日迁往都柏林，因为汉堡的租约到期了。\n',
  Hindi: 'गेटवे डबलिन में चला गया क्योंकि पट्टा समाप्त हो गया।\n',
  emoji: '🛠️🎉👩‍💻✅ '.repeat(8),
  hex: '36230ca182c84158c46fced5c79fac6c1667995add339ed475df2a59bcd62c00 ',
  base64: 'q2Fx0lZkT9vWbQyR7dKc1mNhXpE5sJgU8oIaLfVtB3wYrD6nMzHxCeGiSqPuOkA4 ',
  code: 'const x = await memory.claims.getClaims([id]); // {"a":["\\"b\\""]}\n',
};

describe('a result', () => {
  it('stays as it is where it is short', () => {
    const output = { items: [1, 2, 3], total_seen: 3 };
    expect(limitResult(output, 'items', undefined)).toBe(output);
  });

  it.each(Object.entries(TEXTS))(
    'of long %s texts comes in pages of at most 8,000 tokens that miss nothing',
    (_, text) => {
      const list = {
        generated_at: '2026-11-22',
        items: Array.from({ length: 400 }, (_, n) => item(n, text.repeat(3))),
      };
      const pages = pagesOf(list, 'items');
      for (const page of pages) expect(tokensOf(page)).toBeLessThanOrEqual(MAX);
      expect(pages.flatMap((page) => page['items'] as unknown[])).toEqual(list.items);
      const map = { markdown: text.repeat(1500) };
      const parts = pagesOf(map, 'markdown');
      for (const part of parts) expect(tokensOf(part)).toBeLessThanOrEqual(MAX);
      expect(parts.map((part) => part['markdown']).join('')).toBe(map.markdown);
      // One item, one line and one property that are too long by themselves.
      for (const output of [
        { items: [item(1, text.repeat(2000)), item(2, 'x')] },
        { items: [], note: text.repeat(2000) },
      ]) {
        const [page] = pagesOf(output, 'items');
        expect(tokensOf(page)).toBeLessThanOrEqual(MAX);
        expect(JSON.stringify(page)).toContain('"clipped"');
      }
      const line = pagesOf({ body: text.replaceAll('\n', ' ').repeat(1500) }, 'body');
      for (const part of line) expect(tokensOf(part)).toBeLessThanOrEqual(MAX);
      expect(line.map((part) => part['body']).join('')).toBe(text.replaceAll('\n', ' ').repeat(1500));
    },
  );

  it('misses nothing whatever the items are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 60 }), (texts) => {
        const pages = pagesOf({ items: texts }, 'items');
        expect(pages.flatMap((page) => page['items'])).toEqual(texts);
      }),
      { numRuns: 30 },
    );
  });

  it('refuses a cursor that it did not give', () => {
    expect(() => limitResult({ items: [] }, 'items', '-1')).toThrow('cursor');
    expect(() => limitResult({ items: [] }, 'items', 'abc')).toThrow('cursor');
    expect(limitResult({ items: [1] }, 'items', '9')).toMatchObject({ items: [] });
  });
});

it('memora_challenge answers within 8,000 tokens and gives the rest by its cursor', async () => {
  const found = Array.from({ length: 300 }, (_, n) => ({
    ...item(n, 'x'),
    kind: 'gap',
    reason: 'thin',
    severity: 'low',
    impact: n,
    claimIds: [item(n, '').id],
    evidence: [{ claimId: item(n, '').id, note: `notes/${n}.md`, span: null, text: TEXTS['English'] }],
    action: '5 notes name it, and only one claim is about it: write down what is known.',
    acknowledged: false,
  }));
  const memory = {
    refresh: async () => ({ changed: [], behind: [], complete: true, reason: null }),
    challenge: async () => ({ generatedAt: 'now', items: found, counts: {}, acknowledged: 0 }),
  };
  const service = createToolService({
    memory: async () => memory as never,
    toolset: 'all',
    log: () => undefined,
  });
  const call = {
    signal: new AbortController().signal,
    progress: () => undefined,
    notesChanged: () => undefined,
  };
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const result = await service.callTool('memora_challenge', cursor === undefined ? {} : { cursor }, call);
    if (result?.ok !== true) throw new Error('the call failed');
    expect(countTokens(toCallResult(result).content[0]?.text ?? '')).toBeLessThanOrEqual(MAX);
    seen.push(...(result.output['items'] as { id: string }[]).map(({ id }) => id));
    cursor = result.output['next_cursor'] as string | undefined;
    if (cursor === undefined) break;
  }
  expect(seen).toEqual(found.map(({ id }) => id));
});
