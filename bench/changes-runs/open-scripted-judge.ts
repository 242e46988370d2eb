import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LabelledPair } from './read-change-labels.ts';
import { toPlain } from './read-change-labels.ts';

/** A model that answers from the labels, whatever its prompt, over real HTTP. */
export interface ScriptedJudge extends AsyncDisposable {
  readonly url: string;
  /** Ids of pairs whose two sides were in its prompts. */
  readonly shown: ReadonlySet<string>;
  readonly counts: { requests: number; passages: number; longestPrompt: number };
}

const ENTRY = /^\[(\d+|new)\] \(([^\n]*?)\):\s*([\s\S]*?)(?=^\[(?:\d+|new)\] \(|(?![\s\S]))/gmu;

export async function openScriptedJudge(pairs: readonly LabelledPair[]): Promise<ScriptedJudge> {
  const shown = new Set<string>();
  const counts = { requests: 0, passages: 0, longestPrompt: 0 };
  const answer = (prompt: string): string => {
    const entries = [...prompt.matchAll(ENTRY)].map(([, handle = '', , text = '']) => ({
      handle,
      text: toPlain(text),
    }));
    const fresh = entries.filter(({ handle }) => handle === 'new');
    const older = entries.filter(({ handle }) => handle !== 'new');
    counts.requests++;
    counts.passages += older.length;
    counts.longestPrompt = Math.max(counts.longestPrompt, prompt.length);
    const changes = pairs.flatMap(({ id, relation, older: old, newer }) =>
      [[old, newer] as const, [newer, old] as const].flatMap(([a, b]) => {
        const entry = older.find(({ text }) => text.includes(toPlain(a)));
        if (entry === undefined || !fresh.some(({ text }) => text.includes(toPlain(b)))) return [];
        shown.add(id);
        return [{ old: Number(entry.handle), relation, old_quote: a, new_quote: b }];
      }),
    );
    return JSON.stringify({ changes });
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      messages: { content: string | { text?: string }[] }[];
    };
    const { content } = messages.at(-1) ?? { content: '' };
    const prompt = typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
    const choice = {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: answer(prompt) },
    };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'scripted',
        choices: [choice],
        usage,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    shown,
    counts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
