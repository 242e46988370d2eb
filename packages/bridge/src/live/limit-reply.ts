import { bridgeError } from '../bridge-error.ts';

/** A reply whose body ends in an error past a number of bytes, because a memory server may send without end. Streams of events are counted too. */
export function limitReply(response: Response, mostBytes: number): Response {
  if (response.body === null) return response;
  let read = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        read += chunk.length;
        if (read <= mostBytes) controller.enqueue(chunk);
        else
          controller.error(
            bridgeError('BRIDGE_REFUSED', 'A memory server sent more than Memora reads.', 'Ask it for less.'),
          );
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
