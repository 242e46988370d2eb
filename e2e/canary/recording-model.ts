import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server on loopback that records every byte it receives, and answers by repeating everything in its prompt. */
export interface RecordingModel extends AsyncDisposable {
  readonly url: string;
  /** All bytes received since the last call. */
  readonly take: () => Buffer;
  /** Claims that each answer cites in addition to the shown ones, as if somebody had given their ids to the model. */
  readonly cite: (claimIds: readonly string[]) => void;
}

/** The start of the request's section that lists the refused parts of the last draft. */
export const REFUSED = 'Your last draft was checked against the notes';

/** Starts the server. It supports OpenAI's chat (with or without streaming) and embeddings, as far as needed here. */
export async function openRecordingModel(): Promise<RecordingModel> {
  let received: Buffer[] = [];
  let cited: readonly string[] = [];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    received.push(Buffer.from(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`));
    request.on('data', (part: Buffer) => {
      received.push(part);
      body.push(part);
    });
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(body).toString('utf8') || '{}') as Asked;
      if (request.url?.includes('embeddings') === true) {
        const inputs = Array.isArray(asked.input) ? asked.input : [asked.input ?? ''];
        const data = inputs.map((_, index) => ({
          object: 'embedding',
          index,
          embedding: Array.from({ length: 8 }, (_, i) => Math.sin(index + i)),
        }));
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            object: 'list',
            model: 'm',
            data,
            usage: { prompt_tokens: 1, total_tokens: 1 },
          }),
        );
        return;
      }
      const text = echo(asked, cited);
      if (asked.stream === true) {
        response.setHeader('content-type', 'text/event-stream');
        const chunk = (delta: object, finish: string | null) =>
          `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
        response.end(
          `${chunk({ role: 'assistant', content: text }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
        );
      } else {
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            id: '1',
            object: 'chat.completion',
            created: 0,
            model: 'm',
            choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
          }),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    take: () => {
      const all = Buffer.concat(received);
      received = [];
      return all;
    },
    cite: (claimIds) => {
      cited = claimIds;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Asked {
  readonly stream?: boolean;
  readonly input?: string | readonly string[];
  readonly messages?: readonly { readonly content: unknown }[];
}

/** Each line of each passage as a sentence with its handle, which is the most that a model can give away; and guesses, which are refused. */
function echo({ messages = [] }: Asked, cited: readonly string[]): string {
  const prompt = messages
    .map((message) =>
      typeof message.content === 'string' ? message.content : JSON.stringify(message.content),
    )
    .join('\n');
  const passages = [...prompt.matchAll(/^(\[\d+\]) [^\n]*\n([\s\S]*?)(?=\n\n\[\d+\] |\n<\/passages)/gmu)];
  if (passages.length === 0) return 'NO ANSWER';
  const said = passages.flatMap(([, handle, text = '']) =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${line} ${handle}`])),
  );
  const guessed = [passages[0]?.[1] ?? '', ...cited.map((id) => `[claim:${id}]`)];
  return [
    ...said,
    ...guessed.map((marker) => `The door code of Ida is 471108 since 1 May 2019. ${marker}`),
  ].join('\n');
}
