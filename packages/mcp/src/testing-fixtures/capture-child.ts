import { type CaptureClient, captureAll } from './capture-clients.ts';

/** A process of clients: reads what they do on stdin, prints what they met. */
let text = '';
for await (const piece of process.stdin) text += piece;
const { url, clients, lasting } = JSON.parse(text) as {
  url: string;
  clients: CaptureClient[];
  lasting: number;
};
process.stdout.write(JSON.stringify(await captureAll(url, clients, lasting)));
