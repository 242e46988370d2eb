import { createOriginalHash } from '@memora/ingest';
import { type ReceivedUpload, type ReceiveUploadOptions, receiveUpload } from '@memora/postgres/internal';

/** Receives a document of a member and queues it for a worker. Throws as `receiveUpload` does. */
export async function receiveDocument(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Omit<ReceiveUploadOptions, 'hash'>,
): Promise<ReceivedUpload> {
  return receiveUpload(body, { ...options, hash: await createOriginalHash() });
}
