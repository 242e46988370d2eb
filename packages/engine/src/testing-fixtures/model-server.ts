import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The recorded model's reply to one request. */
export type Recording =
  | {
      readonly say: string | ((prompt: string) => string | Promise<string>);
      readonly finish?: string;
      readonly cut?: boolean;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly hang: true };

/** A model that answers from a recording over real HTTP: in the format of OpenAI's chat completions, at `/messages` in Anthropic's. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The text of each request, except those for search words. */
  readonly requests: readonly string[];
  /** The text of each request for search words. They get no reply. */
  readonly rewrites: readonly string[];
  /** The headers of each request. */
  readonly headers: readonly (readonly string[])[];
}

/** Starts a recorded model on loopback. Request n gets recording n; the last one repeats. */
export async function openModelServer(recordings: readonly Recording[]): Promise<ModelServer> {
  const requests: string[] = [];
  const rewrites: string[] = [];
  const headers: string[][] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (isRewrite(body)) {
      rewrites.push(body);
      const answer = request.url?.endsWith('/messages') === true ? replyAsAnthropic : reply;
      await answer(response, { say: '{"words":""}' }, body);
      return;
    }
    requests.push(body);
    headers.push(request.rawHeaders);
    const recording = recordings[Math.min(requests.length, recordings.length) - 1];
    if (recording === undefined) return;
    if (request.url?.endsWith('/messages') === true) await replyAsAnthropic(response, recording, body);
    else await reply(response, recording, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    rewrites,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** True for the request that asks for search words before a search. */
function isRewrite(body: string): boolean {
  return body.includes('{\\"words\\":') && !/\\n\[1\] /u.test(body);
}

async function reply(response: ServerResponse, recording: Recording, body: string): Promise<void> {
  if ('hang' in recording) return;
  if ('status' in recording) {
    response.writeHead(recording.status, { 'content-type': 'application/json', ...recording.headers });
    response.end(JSON.stringify({ error: { message: 'recorded failure', type: 'recorded', code: null } }));
    return;
  }
  const text = typeof recording.say === 'string' ? recording.say : await recording.say(body);
  if ((JSON.parse(body) as { stream?: boolean }).stream !== true) {
    replyWhole(response, text);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null) => {
    const choice = { index: 0, delta, finish_reason: finish };
    const chunk = {
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'recorded',
      choices: [choice],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: 'assistant', content: '' }, null);
  // Pieces that end in the middle of words and markers.
  for (let i = 0; i < text.length; i += 7) send({ content: text.slice(i, i + 7) }, null);
  if (recording.cut === true) {
    setTimeout(() => response.destroy(), 20);
    return;
  }
  send({}, recording.finish ?? 'stop');
  response.end('data: [DONE]\n\n');
}

function replyWhole(response: ServerResponse, content: string): void {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'recorded',
      choices: [choice],
      usage,
    }),
  );
}

async function replyAsAnthropic(response: ServerResponse, recording: Recording, body: string): Promise<void> {
  if (!('say' in recording)) {
    await reply(response, recording, body);
    return;
  }
  const text = typeof recording.say === 'string' ? recording.say : await recording.say(body);
  // If the model has no format for a schema, the schema is sent as the input of a tool.
  const tool = (JSON.parse(body) as { tools?: { name: string }[] }).tools?.[0]?.name;
  const content =
    tool === undefined
      ? { type: 'text', text }
      : { type: 'tool_use', id: 'toolu_1', name: tool, input: JSON.parse(text) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'recorded',
      content: [content],
      stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
