import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createEgress } from '@memora/privacy';
import type { LanguageModel } from 'ai';

/** One request as the server saw it. */
export interface SeenRequest {
  /** The whole body. */
  readonly body: string;
  /** The user message. */
  readonly prompt: string;
  /** The segments in it, by number. */
  readonly segments: ReadonlyMap<number, string>;
}

/** How the server answers: with a text, or by writing the response itself. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => string | undefined;

/** A loopback server that speaks the OpenAI chat protocol. */
export interface ModelServer extends AsyncDisposable {
  readonly requests: SeenRequest[];
  readonly model: LanguageModel;
  /** Answers the next requests in turn; the last behaviour repeats. */
  behave: (...behaviours: Behaviour[]) => void;
}

export async function startModelServer(...first: Behaviour[]): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let script = first;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const seen = readRequest(Buffer.concat(chunks).toString());
      requests.push(seen);
      const behaviour = script.length > 1 ? script.shift() : script[0];
      const text = behaviour?.(seen, response);
      if (text === undefined) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 0,
          model: 'test',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
          usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({ guard: 'none', allowNetwork: false, retries: 0 });
  const provider = createOpenAICompatible({
    name: 'loopback',
    baseURL: `http://127.0.0.1:${port}/v1`,
    supportsStructuredOutputs: true,
    fetch: egress.fetch('chat') as typeof fetch,
  });
  return {
    requests,
    model: provider('test-model'),
    behave: (...behaviours) => {
      script = behaviours;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readRequest(body: string): SeenRequest {
  const { messages } = JSON.parse(body) as {
    messages: { role: string; content: string | { text: string }[] }[];
  };
  const content = messages.at(-1)?.content ?? '';
  const prompt = typeof content === 'string' ? content : content.map((part) => part.text).join('');
  const segments = new Map<number, string>();
  for (const line of prompt.split('\n')) {
    if (!line.startsWith('{"segment"')) continue;
    const { segment, text } = JSON.parse(line) as { segment: number; text: string };
    segments.set(segment, text);
  }
  return { body, prompt, segments };
}

/** An ideal model: it returns the claim of each "S verb O." sentence. */
export const goodModel: Behaviour = ({ segments }) => JSON.stringify({ claims: claimsOf(segments) });

export function claimsOf(segments: ReadonlyMap<number, string>): Record<string, unknown>[] {
  const claims: Record<string, unknown>[] = [];
  for (const [segment, quote] of segments) {
    const match = /^(\S+) (\S+) (.+?)\.?$/u.exec(quote);
    if (match === null) continue;
    claims.push({
      segment,
      quote,
      subject: match[1],
      predicate: match[2],
      object: match[3],
      kind: 'fact',
      confidence: 0.9,
    });
  }
  return claims;
}
