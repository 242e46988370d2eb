import type { Claim } from '@memora/claims';
import { type ClaimLookup, type SourceReader, verifyStream } from '@memora/validator';
import { toAsOf } from '../../lookup/to-as-of.ts';
import type { AskOptions } from '../answer.ts';

/** A draft on its way through verification. */
export interface LiveCheck {
  readonly write: (text: string) => void;
  /** Waits until everything written is verified and handed on. */
  readonly end: () => Promise<void>;
}

/** Feeds a draft through the verifying stream while it is written, and hands on what comes out. */
export function openLiveCheck(
  context: readonly Claim[],
  options: AskOptions,
  ports: { readonly claims: ClaimLookup; readonly sources: SourceReader },
): LiveCheck {
  const stream = verifyStream({
    claims: ports.claims,
    sources: ports.sources,
    allowedIds: context.map((claim) => claim.id),
    ...(options.asOf === undefined ? {} : { asOf: toAsOf(options.asOf) }),
  });
  const writer = stream.writable.getWriter();
  const reading = (async () => {
    for await (const part of stream.readable) options.stream?.(part);
  })();
  reading.catch(() => undefined);
  return {
    write: (text) => {
      writer.write(text).catch(() => undefined);
    },
    end: async () => {
      await writer.close();
      await reading;
    },
  };
}
