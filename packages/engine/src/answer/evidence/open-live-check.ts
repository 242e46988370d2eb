import { type ClaimLookup, type SourceReader, verifyStream } from '@memora/validator';
import { toAsOf } from '../../lookup/to-as-of.ts';
import type { AskOptions } from '../answer.ts';
import type { Citer } from '../handles/create-citer.ts';

/** A draft during verification. */
interface LiveCheck {
  readonly write: (text: string) => void;
  /** Waits until everything written is verified and passed on. */
  readonly end: () => Promise<void>;
}

/** Verifies a draft while it is written, with its handles replaced by claim markers, and passes on the verified parts. */
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
