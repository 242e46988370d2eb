import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isBand } from '@memora/core';
import type { ScopeKind, UploadState } from '@memora/postgres/internal';
import { openFileChunks } from '../../../input/read-file-chunks.ts';
import { readFlag, readText, usageError } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import type { ExitCode } from '../../../program/exit-code.ts';
import { openTeam } from '../open/open-team.ts';
import { exitOf, sayUploads, toShown } from './show-uploads.ts';

const BETWEEN_MS = 500;
/** The largest value of `[team] document_megabytes`. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Uploads a document to the team, and with `--wait` waits until a worker has read it. */
export async function uploadDocument(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const [file = ''] = args;
  const [scope = 'user', region, privacy, type] = ['scope', 'region', 'privacy', 'type'].map((name) =>
    readText(options, name),
  );
  if (privacy !== undefined && !isBand(privacy))
    throw usageError('--privacy takes public, private or secret');
  await using team = await openTeam(context);
  const { size, chunks } = openFileChunks(file);
  // No server accepts more, and all of it is held in memory.
  if (size > MOST_BYTES) throw usageError(`the file has more than ${MOST_BYTES} bytes: split it`);
  const pieces: Buffer[] = [];
  for await (const piece of chunks()) pieces.push(Buffer.from(piece));
  const { upload } = await team.upload(new Uint8Array(Buffer.concat(pieces)), {
    ...{ name: basename(file), scope: scope as ScopeKind },
    ...(region === undefined ? {} : { region }),
    ...(privacy === undefined ? {} : { privacy }),
    ...(type === undefined ? {} : { type }),
    ...(readFlag(options, 'replace') ? { replace: true } : {}),
  });
  const look = async (): Promise<UploadState[]> =>
    (await team.ask<{ readonly uploads: UploadState[] }>('upload.list', { upload })).uploads;
  let uploads = await look();
  while (readFlag(options, 'wait') && uploads.some(isOpen) && !io.signal.aborted) {
    await wait(BETWEEN_MS, undefined, { signal: io.signal });
    uploads = await look();
  }
  output.payload({ uploads: uploads.map(toShown) });
  sayUploads(uploads, output);
  if (uploads.some(isOpen)) output.note('A worker will read it. To see the result: memora team uploads');
  return exitOf(uploads);
}

function isOpen({ state }: UploadState): boolean {
  return state !== 'done' && state !== 'refused';
}
