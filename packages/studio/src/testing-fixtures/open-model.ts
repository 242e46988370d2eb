import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server on loopback. */
export interface TestModel extends AsyncDisposable {
  /** Host and port, in the form of `OLLAMA_HOST`. */
  readonly host: string;
  /** The prompts so far. */
  readonly asked: readonly string[];
}

/** Starts a model that answers each prompt with `reply`, word by word if a stream is requested. If `reply` returns null, the answer begins and never ends. */
export async function openModel(
  reply: (prompt: string) => string | null | Promise<string | null>,
): Promise<TestModel> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/models') === true)
      return void response.end(JSON.stringify({ data: [{ id: 'little-model' }] }));
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages, stream } = JSON.parse(body) as { messages: { content: string }[]; stream?: boolean };
    const prompt = messages.map(({ content }) => content).join('\n');
    asked.push(prompt);
    const content = await reply(prompt);
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const of = (choice: object) =>
      JSON.stringify({
        id: 'x',
        created: 1,
        model: 'little-model',
        choices: [{ index: 0, ...choice }],
        usage,
      });
    if (stream !== true) {
      if (content !== null)
        response.end(of({ message: { role: 'assistant', content }, finish_reason: 'stop' }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const send = (text: string) =>
      response.write(`data: ${of({ delta: { role: 'assistant', content: text }, finish_reason: null })}\n\n`);
    if (content === null) return void send('I am thinking');
    for (const word of content.split(/(?<= )/u)) send(word);
    response.end(`data: ${of({ delta: {}, finish_reason: 'stop' })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
