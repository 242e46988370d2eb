import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readScopes } from '../team/scopes.ts';
import { createClaimReader, type TeamReader } from './create-claim-reader.ts';
import { joinReaders } from './join-readers.ts';

export interface OpenTeamReaderOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** Opens the secret claims; without it they show `[redacted]`. */
  readonly codec?: SecretCodec | undefined;
}

/** The claims of all scopes that a principal sees, as one. Throws `TEAM_NOT_A_MEMBER` where there is none. */
export async function openTeamReader(options: OpenTeamReaderOptions): Promise<TeamReader> {
  const { source, principal, workspace } = options;
  const scopes = await transactionAs(source, { role: 'ask', principal, workspace }, readScopes);
  return joinReaders(
    scopes.map(({ id, kind }) => ({ kind, reader: createClaimReader({ ...options, scope: id }) })),
  );
}
