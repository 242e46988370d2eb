import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An embedding endpoint on loopback, in OpenAI's format: one dimension a letter of the alphabet. */
interface EmbeddingServer extends AsyncDisposable {
  readonly url: string;
  /** Every text it was sent. */
  readonly texts: readonly string[];
  /** The headers of every request. */
  readonly headers: readonly unknown[];
  /** While set, each request is refused with this status. */
  status: number | null;
}

export async function openEmbeddingServer(): Promise<EmbeddingServer> {
  const texts: string[] = [];
  const headers: unknown[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string[] };
    texts.push(...input);
    response.writeHead(opened.status ?? 200, { 'content-type': 'application/json' });
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: toVector(text) }));
    response.end(
      JSON.stringify(
        opened.status === null ? { object: 'list', data, model: 'letters' } : { error: { message: 'no' } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const opened: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    texts,
    headers,
    status: null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}

function toVector(text: string): number[] {
  const vector = new Array<number>(26).fill(0);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}
