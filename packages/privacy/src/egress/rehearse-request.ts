import { MemoraError } from '@memora/core';
import { PrivacyError } from '../privacy-error.ts';
import type { Passage } from './create-egress.ts';
import type { EgressOptions, Locality, RehearsedRequest } from './egress.ts';
import type { WireRequest } from './exchange.ts';

const CREDENTIALS = /^(?:authorization|cookie|(?:x-)?(?:goog-)?api-key)$/iu;

/** Runs a check of the egress; in a rehearsal, reports a request that it stops. */
export function rehearsal({ rehearse }: EgressOptions) {
  return async <Result>(
    request: WireRequest,
    { kind }: Passage,
    outcome: 'blocked' | 'refused',
    check: () => Promise<Result>,
  ): Promise<Result> => {
    if (rehearse === undefined) return check();
    try {
      return await check();
    } catch (error) {
      const code = MemoraError.isInstance(error) ? error.code : 'OUTBOUND_FAILED';
      rehearse(toRehearsed(request, kind, outcome, code));
      throw error;
    }
  };
}

/** Reports a request that passed every check; its caller gets this error instead of a reply. */
export function rehearsed(
  tell: (request: RehearsedRequest) => void,
  request: WireRequest,
  { kind }: Passage,
  locality: Locality,
): PrivacyError<'REHEARSED'> {
  tell(toRehearsed(request, kind, locality === 'cloud' ? 'sent' : 'local', null));
  return new PrivacyError('this was a rehearsal: the request was not sent', { code: 'REHEARSED' });
}

function toRehearsed(
  { url, method, headers, body }: WireRequest,
  kind: RehearsedRequest['kind'],
  outcome: RehearsedRequest['outcome'],
  code: string | null,
): RehearsedRequest {
  const shown = Object.entries(headers).map(([name, value]) => [name, CREDENTIALS.test(name) ? '' : value]);
  return { kind, method, url, headers: Object.fromEntries(shown), body, outcome, code };
}
