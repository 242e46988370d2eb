import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a recorded model returns: text, or a call of a tool. */
export type ChatReply = string | { readonly tool: string; readonly input: unknown };

/**
 * A model server on loopback that speaks OpenAI's chat completions, with or without streaming. It records the
 * requests, except requests for search words, to which it returns none.
 */
export async function openChatServer(reply: (body: string, turn: number) => ChatReply | Promise<ChatReply>) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const isRewrite = body.includes('{\\"words\\":');
    if (!isRewrite) bodies.push(body);
    const said = isRewrite ? '{"words":""}' : await reply(body, bodies.length);
    const message =
      typeof said === 'string'
        ? { role: 'assistant', content: said }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                index: 0,
                id: `call-${bodies.length}`,
                type: 'function',
                function: { name: said.tool, arguments: JSON.stringify(said.input) },
              },
            ],
          };
    const finish = typeof said === 'string' ? 'stop' : 'tool_calls';
    if ((JSON.parse(body) as { stream?: boolean }).stream === true) stream(response, message, finish);
    else {
      const choices = [{ index: 0, message, finish_reason: finish }];
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: `x-${bodies.length}`,
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices,
        }),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stream(response: ServerResponse, message: { content: string | null }, finish: string): void {
  response.setHeader('content-type', 'text/event-stream');
  const send = (delta: object, reason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`,
    );
  };
  if (message.content === null) send(message, null);
  else {
    send({ role: 'assistant', content: '' }, null);
    // Chunks that end in the middle of words and markers.
    for (let i = 0; i < message.content.length; i += 9)
      send({ content: message.content.slice(i, i + 9) }, null);
  }
  send({}, finish);
  response.end('data: [DONE]\n\n');
}

/** Returns a citation of words in a prompt: the handle of the passage that contains them, with the words. */
export function citeOf(body: string, words: string): string {
  const [before = ''] = body.split(words);
  return `[${[...before.matchAll(/\\n\[(\d+)\] /g)].at(-1)?.[1] ?? '99'}: "${words}"]`;
}

/** The id of the claim in a request whose text contains these words. */
export function idOf(body: string, words: string): string {
  const [before = ''] = body.split(words);
  const ids = [...before.matchAll(/(?:\[claim:|claim_id\\*":\\*")([0-9a-z]{16})/g)];
  return ids.at(-1)?.[1] ?? 'missing';
}
