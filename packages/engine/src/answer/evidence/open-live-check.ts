import { type ClaimLookup, type SourceReader, verifyStream } from '@memora/validator';
import { toAsOf } from '../../lookup/to-as-of.ts';
import type { AskOptions } from '../answer.ts';
import type { Citer } from '../handles/create-citer.ts';

/** A draft on its way through verification. */
interface LiveCheck {
  readonly write: (text: string) => void;
  /** Waits until everything written is verified and handed on. */
  readonly end: () => Promise<void>;
}

/** Feeds a draft through the verifying stream while it is written, its handles as markers of claims, and hands on what comes out. */
export function openLiveCheck(
  citer: Citer,
  options: AskOptions,
  ports: { readonly claims: ClaimLookup; readonly sources: SourceReader },
): LiveCheck {
  const stream = verifyStream({
    claims: ports.claims,
    sources: ports.sources,
    allowedIds: citer.claimIds,
    policy: 'mark',
    ...(options.asOf === undefined ? {} : { asOf: toAsOf(options.asOf) }),
  });
  const citing = citer.open();
  const writer = stream.writable.getWriter();
  const reading = (async () => {
    for await (const part of stream.readable) options.stream?.(part);
  })();
  reading.catch(() => undefined);
  const pass = (text: string) => {
    if (text !== '') writer.write(text).catch(() => undefined);
  };
  return {
    write: (text) => pass(citing.write(text)),
    end: async () => {
      pass(citing.end());
      await writer.close();
      await reading;
    },
  };
}
