import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A chat model on loopback that answers every request with the result of `reply`, in the format of OpenAI's
 * completions.
 */
export async function openJudgeServer(reply: (body: string) => string) {
  const usage = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const content = reply(body);
    if (body !== '' && (JSON.parse(body) as { stream?: boolean }).stream === true) {
      const send = (delta: object, finish: string | null) => {
        const choices = [{ index: 0, delta, finish_reason: finish }];
        const chunk = { id: 'x', created: 1, model: 'judge', choices, usage };
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      };
      response.setHeader('content-type', 'text/event-stream');
      send({ role: 'assistant', content }, null);
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
      return;
    }
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'judge',
        choices: [choice],
        usage,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    settings: ['--set', 'llm.provider=openai-compatible', '--set', `llm.endpoint=${url}`],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
