import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An embedding endpoint on loopback, in OpenAI's format: one dimension a letter of the alphabet, or a group of letters. */
export interface EmbeddingServer extends AsyncDisposable {
  readonly url: string;
  readonly dimensions: number;
  /** Every text that it received. */
  readonly texts: readonly string[];
  /** The headers of every request. */
  readonly headers: readonly unknown[];
  /** While set, each request is refused with this status. */
  status: number | null;
  /** A request with this text is refused as malformed; none by default. */
  refuses: (text: string) => boolean;
  /** While set, each request waits for this promise. */
  until: Promise<unknown> | null;
  /** Called with each request, before it waits. */
  onRequest: () => void;
}

export async function openEmbeddingServer(dimensions = 26): Promise<EmbeddingServer> {
  const texts: string[] = [];
  const headers: unknown[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string[] };
    texts.push(...input);
    opened.onRequest();
    await opened.until;
    const status = opened.status ?? (input.some(opened.refuses) ? 400 : 200);
    response.writeHead(status, { 'content-type': 'application/json' });
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: toVector(text, dimensions),
    }));
    response.end(
      JSON.stringify(
        status === 200 ? { object: 'list', data, model: 'letters' } : { error: { message: 'no' } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const opened: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    dimensions,
    texts,
    headers,
    status: null,
    refuses: () => false,
    until: null,
    onRequest: () => undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}

function toVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = (letter.charCodeAt(0) - 97) % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}
