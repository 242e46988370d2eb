import type { IncomingHttpHeaders } from 'node:http';
import { MemoraError } from '@memora/core';
import { receiveDocument } from '@memora/engine/team';
import type { SecretCodec } from '@memora/privacy';
import { describeForLog, toToolError } from '../../protocol/to-tool-error.ts';
import type { Auditor } from '../create-auditor.ts';
import type { Limits } from '../create-limits.ts';
import { type Caller, keyOf } from '../identify.ts';
import { LimitError } from '../limit-error.ts';
import type { OperationContext } from '../people/operation.ts';
import { type PersonAnswer, statusOf } from '../people/person-answer.ts';
import { DOCUMENT_HEADER, readDocumentHeader } from './read-document-header.ts';

/** The request of an upload. Its body is read only after everything else has been checked. */
export interface DocumentRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
}

interface TakeDocumentsOptions {
  readonly source: () => Promise<OperationContext['source']>;
  readonly codec: SecretCodec | undefined;
  readonly mostBytes: number;
  readonly auditor: Auditor;
  readonly limits: Limits;
  readonly log: (line: string) => void;
}

/** Maximum number of concurrent documents: of one principal, and in total. Each holds one piece in memory. */
const MOST_AT_ONCE = { own: 2, all: 64 };
const AGAIN_MS = 2_000;
/**
 * How long a token's groups stay valid, in milliseconds, because the database is not notified when a token is
 * revoked.
 */
const GROUPS_COUNT_MS = 3_600_000;

/**
 * Receives documents of members. `memora:write` is needed, and the database decides about the scope. The
 * answer is the id for requesting the state.
 */
export function takeDocuments({ source, codec, mostBytes, auditor, limits, log }: TakeDocumentsOptions) {
  const arriving = createArriving();
  return async (caller: Caller, { headers, body }: DocumentRequest): Promise<PersonAnswer> => {
    if (!caller.scopes.has('memora:write')) return { lacking: 'memora:write' };
    const said = readDocumentHeader(headers[DOCUMENT_HEADER]);
    if (said === null) return invalid();
    limits.capture(keyOf(caller));
    using _place = arriving.enter(keyOf(caller));
    const { scope: kind, ...about } = said;
    const { principal, workspace, expiresAt } = caller;
    const until = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, Date.now() + GROUPS_COUNT_MS);
    try {
      if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
      const given = {
        ...{ source: await source(), principal, workspace, codec, kind, mostBytes },
        about: { ...withoutNone(about), until },
      };
      const { upload, bytes } = await receiveDocument(body, given);
      return { status: 202, body: { upload, scope: kind, state: 'waiting', bytes } };
    } catch (error) {
      const told = toToolError(error);
      auditor.add(caller, { act: 'team upload', detail: { outcome: told.code, scope: kind } });
      if (told.code === 'INTERNAL') log(`documents: ${describeForLog(error)}`);
      return { status: statusOf(told.code), body: { error: told } };
    }
  };
}

/** Counts incoming documents. Throws a {@link LimitError} for one too many. */
function createArriving() {
  const byPerson = new Map<string, number>();
  let all = 0;
  return {
    enter: (person: string): Disposable => {
      const own = byPerson.get(person) ?? 0;
      if (own >= MOST_AT_ONCE.own || all >= MOST_AT_ONCE.all)
        throw new LimitError('documents at once', AGAIN_MS);
      byPerson.set(person, own + 1);
      all++;
      return {
        [Symbol.dispose]: () => {
          all--;
          const left = (byPerson.get(person) ?? 1) - 1;
          if (left === 0) byPerson.delete(person);
          else byPerson.set(person, left);
        },
      };
    },
  };
}

/** The description without the keys that were not set. */
function withoutNone<Given extends object>(
  given: Given,
): { [Key in keyof Given]: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

function tooLarge(mostBytes: number) {
  return new MemoraError(`the document has more than ${mostBytes} bytes`, {
    code: 'DOCUMENT_TOO_LARGE',
    hint: 'Split it, or ask the operator of the server to raise [team] document_megabytes.',
  });
}

function invalid(): PersonAnswer {
  return {
    status: 400,
    body: {
      error: {
        code: 'INPUT_INVALID',
        message: `the header ${DOCUMENT_HEADER} is missing, or does not say what the document is`,
        hint: 'Send JSON as base64url, with a name and a scope, or use a command line of the same version.',
      },
    },
  };
}
