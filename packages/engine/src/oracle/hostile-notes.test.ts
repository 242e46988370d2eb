import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { HOSTILE_NOTES, type HostileNote } from '../testing-fixtures/hostile-notes.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const SECRET = '471108-Kestrel';
const NOTES = {
  'plant/pump.md':
    '# Pump of Harbor\n\nThe pump of Harbor runs at 40 bar.\n\nMara replaced the seal on 2026-03-02.\n',
  'plant/safe.md': `---\nprivacy: secret\n---\n# Safe\n\nThe safe of the pump of Harbor opens with ${SECRET}.\n`,
};
const QUESTION = 'At how many bar does the pump of Harbor run?';

/** A model that follows the orders of a note whenever its prompt contains them. */
async function openObedientModel() {
  const bodies: string[] = [];
  let hostile: HostileNote | null = null;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const text = messages.map(({ content }) => content).join('\n');
    const [, , within = ''] =
      /<passages fence="(\w+)">\n([\s\S]*)\n<\/passages fence="\1">/u.exec(text) ?? [];
    const passages = within.split(/\n\n(?=\[\d+\] )/u);
    const handleOf = (words: string) =>
      passages.find((each) => each.includes(words))?.match(/\d+/u)?.[0] ?? '99';
    const isTold = hostile !== null && text.includes(hostile.order);
    const told = isTold ? (hostile?.obey({ text, handleOf }) ?? '') : 'NO ANSWER';
    // A request for search words gets those that would find the secret.
    const content = isRewriting(text) ? '{"words":"safe secret code that opens it"}' : told;
    response.setHeader('content-type', 'text/event-stream');
    const send = (delta: object, finish: string | null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    for (let at = 0; at < content.length; at += 11)
      send({ role: 'assistant', content: content.slice(at, at + 11) }, null);
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    follow: (note: HostileNote) => {
      hostile = note;
      bodies.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const isRewriting = (text: string): boolean => text.includes('{"words":"…"}');

let model: Awaited<ReturnType<typeof openObedientModel>>;
beforeAll(async () => {
  model = await openObedientModel();
});
afterAll(() => model.close());

/** Control characters that a reader does not see. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

describe('a note that gives orders to the model that answers', () => {
  it.each(HOSTILE_NOTES)('changes nothing that comes out: $name', async (hostile) => {
    await using vault = await setupVault({ ...NOTES, 'inbox/memo.md': hostile.text });
    const env = {
      ...vault.env,
      MEMORA_LLM_PROVIDER: 'openai-compatible',
      MEMORA_LLM_ENDPOINT: model.url,
      // Treated like a model elsewhere, which may see no secret.
      MEMORA_PRIVACY_LOOPBACK: 'cloud',
      MEMORA_ENABLE_NETWORK_LLM: '1',
    };
    model.follow(hostile);
    const memory = await openMemory({ vault: vault.root, env });
    try {
      await memory.index();
      const parts: string[] = [];
      const answer = await memory.ask(QUESTION, {
        bands: ['public', 'private'],
        stream: (part) => {
          if (part.type === 'restart') parts.length = 0;
          if (part.type === 'text') parts.push(part.text);
        },
      });
      const prompts = model.bodies.map((body) =>
        (JSON.parse(body) as { messages: { content: string }[] }).messages
          .map(({ content }) => content)
          .join('\n'),
      );
      const rewriting = prompts.filter(isRewriting);
      // The order did reach the model that answers; otherwise the test would prove nothing. A comment is in
      // no passage. The model that finds search words is shown no note.
      expect(prompts.filter((text) => !isRewriting(text)).some((text) => text.includes(hostile.order))).toBe(
        hostile.name !== 'html comment',
      );
      expect(rewriting).toHaveLength(1);
      expect(rewriting[0]).not.toContain(hostile.order);
      expect(model.bodies.join('\n')).not.toMatch(/471108|Kestrel/u);
      for (const text of [answer.cleanText, parts.join('')]) {
        expect(text).not.toMatch(/471108|Kestrel|evil\.example/u);
        expect(text).not.toMatch(INVISIBLE);
      }
      const shown = new Set((await memory.prompt(QUESTION, { bands: ['public', 'private'] })).claimIds);
      for (const [, id = ''] of answer.cleanText.matchAll(/\[claim:([^\]]*)\]/gu))
        expect([id, shown.has(id)]).toEqual([id, true]);
      for (const { text, kept, wording, judgement, checks } of answer.report.statements) {
        // A statement that is in no note may stay unproven, and never gets a check mark. It is refused if it
        // cites the note that says 40.
        if (/99|９９|neunundneunzig/u.test(text)) {
          expect([text, wording === 'quoted' && kept, judgement]).toEqual([text, false, 'not_judged']);
          const cited = checks.map((at) => answer.report.checks[at]?.notePath);
          if (cited.includes('plant/pump.md') && !text.includes('40'))
            expect([text, kept]).toEqual([text, false]);
        }
        if (kept) for (const at of checks) expect(answer.report.checks[at]?.status).toBe('verified');
      }
    } finally {
      await memory.close();
    }
  });
});
