import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A loopback model that answers every request with `content`, in the format of OpenAI's completions, counts 1,000 tokens in and 200 out, and records the
 * requests.
 */
export async function startChatModel(content: string) {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
  const reply = JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices,
    usage,
  });
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push(body);
    response.setHeader('content-type', 'application/json').end(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
