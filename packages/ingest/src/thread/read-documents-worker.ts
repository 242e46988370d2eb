/** The thread of `createBoundedReader`: reads one source at a time, and sends one document per message. */
import { parentPort } from 'node:worker_threads';
import { MemoraError } from '@memora/core';
import type { Document } from '../document.ts';
import { type IngestErrorCode, ingestError } from '../ingest-error.ts';
import type { PagePicture } from '../ocr/page-picture.ts';
import { readDocuments } from '../read-document.ts';
import { takeAwayReach } from './take-away-reach.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

takeAwayReach();

let documents: AsyncGenerator<Document> | null = null;
let takePiece: ((piece: Uint8Array | null) => void) | null = null;
let takeText: ((text: string | null) => void) | null = null;

/** Processor time of this process in milliseconds; while a document is read, that of this thread. */
const spentMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const reply = (message: ThreadReply): void => parentPort?.postMessage(message);

parentPort?.on('message', async (request: ThreadRequest) => {
  if (request.kind === 'piece') {
    takePiece?.(request.piece);
    return;
  }
  if (request.kind === 'recognised') {
    takeText?.(request.text);
    return;
  }
  try {
    if (request.kind === 'start') {
      const { options, canRecognise, budgetMs } = request;
      const begun = spentMs();
      documents = readDocuments(request.bytes ?? pieces(), {
        ...options,
        ...(canRecognise ? { recognise } : {}),
        mayGoOn: () => spentMs() - begun < budgetMs,
        onPage: (done, total) => reply({ kind: 'page', done, total }),
      });
    }
    const next = await documents?.next();
    if (next === undefined || next.done === true) reply({ kind: 'done' });
    else reply({ kind: 'document', document: next.value });
  } catch (error) {
    reply({ kind: 'failed', ...failureOf(error) });
  }
});

/** Requests the text of a picture from the thread that may start programs. */
async function recognise(picture: PagePicture): Promise<string> {
  const next = new Promise<string | null>((resolve) => {
    takeText = resolve;
  });
  reply({ kind: 'recognise', picture });
  const text = await next;
  if (text === null) throw ingestError('OCR_FAILED', 'The text of a page could not be recognised.');
  return text;
}

/** Requests the source piece by piece. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = new Promise<Uint8Array | null>((resolve) => {
      takePiece = resolve;
    });
    reply({ kind: 'pull' });
    const piece = await next;
    if (piece === null) return;
    yield piece;
  }
}

/** A foreign error's message may quote the document, so only its name leaves this thread. */
function failureOf(error: unknown): { code: IngestErrorCode; message: string; hint?: string } {
  if (MemoraError.isInstance(error)) {
    const { code, message, hint } = error;
    return { code: code as IngestErrorCode, message, ...(hint === undefined ? {} : { hint }) };
  }
  const name = error instanceof Error && /^[A-Z]\w{2,40}$/.test(error.name) ? error.name : 'error';
  return {
    code: 'DOCUMENT_DAMAGED',
    message: `It cannot be read as what it says it is (${name}).`,
    hint: 'Open it in its own program and save it again.',
  };
}
