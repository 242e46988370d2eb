/** The thread of `createBoundedReader`: reads one source at a time, and sends one document per message, some ahead of the caller. */
import { parentPort } from 'node:worker_threads';
import { MemoraError } from '@memora/core';
import { type IngestErrorCode, ingestError } from '../ingest-error.ts';
import { writeNotes } from '../note/write-notes.ts';
import type { PagePicture } from '../ocr/page-picture.ts';
import { readDocuments } from '../read-document.ts';
import { takeAwayReach } from './take-away-reach.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

takeAwayReach();

/**
 * How far the thread reads ahead. If it waited after each document, two threads would have to take turns,
 * which costs more than reading a small document.
 */
const AHEAD = { documents: 64, characters: 2 ** 18 } as const;

let takeNext: (() => void) | null = null;
let takePiece: ((piece: Uint8Array | null) => void) | null = null;
let takeStanding: ((bytes: Uint8Array | null) => void) | null = null;
let takeText: ((text: string | null) => void) | null = null;

/** Processor time of this thread in milliseconds; of the whole process if Node can't measure the thread. */
const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
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
  if (request.kind === 'stood') {
    takeStanding?.(request.bytes);
    return;
  }
  if (request.kind === 'next') {
    takeNext?.();
    return;
  }
  try {
    await sendDocuments(request);
    reply({ kind: 'done' });
  } catch (error) {
    reply({ kind: 'failed', ...failureOf(error) });
  }
});

async function sendDocuments({
  options,
  bytes,
  canRecognise,
  budgetMs,
  notes,
}: Extract<ThreadRequest, { readonly kind: 'start' }>): Promise<void> {
  const begun = spentMs();
  let [count, length] = [0, 0];
  const documents = readDocuments(bytes ?? pieces(), {
    ...options,
    ...(canRecognise ? { recognise } : {}),
    mayGoOn: () => spentMs() - begun < budgetMs,
    onPage: (done, total) => reply({ kind: 'page', done, total }),
  });
  if (notes !== undefined) {
    for await (const note of writeNotes(documents, notes, standing)) reply({ kind: 'note', note });
    return;
  }
  for await (const document of documents) {
    count++;
    length += document.markdown.length;
    const isLast = count >= AHEAD.documents || length >= AHEAD.characters;
    const next = isLast ? asked() : null;
    reply({ kind: 'document', document, isLast });
    if (next === null) continue;
    await next;
    [count, length] = [0, 0];
  }
}

/** Resolves when the caller requests further documents. */
function asked(): Promise<void> {
  return new Promise((resolve) => {
    takeNext = resolve;
  });
}

/** Requests the note at a path. */
function standing(path: string): Promise<Uint8Array | null> {
  const next = new Promise<Uint8Array | null>((resolve) => {
    takeStanding = resolve;
  });
  reply({ kind: 'standing', path });
  return next;
}

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
    message: `Its content does not match its format (${name}).`,
    hint: 'Open it in the program that made it and save it again.',
  };
}
