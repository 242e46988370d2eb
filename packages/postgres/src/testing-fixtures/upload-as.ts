import { fingerprint } from '@memora/core';
import { createSecretCodec } from '@memora/privacy/keyring';
import type { ScopeKind } from '../team/scopes.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import type { UploadAbout } from '../uploads/upload-about.ts';
import { type WorkOnUploadOptions, workOnUpload } from '../uploads/work-on-upload.ts';
import type { ReadNote } from '../uploads/write-uploaded.ts';
import type { TestTeam } from './setup-team.ts';

/** The key of the team, and another one. */
export const [CODEC, OTHER_CODEC] = [7, 8].map((byte) =>
  createSecretCodec(new Uint8Array(32).fill(byte)),
) as [ReturnType<typeof createSecretCodec>, ReturnType<typeof createSecretCodec>];

/** BLAKE3 of pieces, which are all held in memory. */
export function createHash() {
  const pieces: Uint8Array[] = [];
  return {
    update: (piece: Uint8Array) => void pieces.push(Buffer.from(piece)),
    digest: () => fingerprint(Buffer.concat(pieces)),
  };
}

interface Uploaded extends Partial<Omit<UploadAbout, 'groups'>> {
  readonly text: string;
  readonly kind?: ScopeKind;
  readonly groups?: readonly string[];
  readonly mostBytes?: number;
  readonly codec?: typeof CODEC;
  /** Runs once the upload has begun, before its bytes arrive. */
  readonly before?: () => Promise<void>;
}

/** Uploads a document as a member does through a server. Returns its id. */
export async function uploadAs(
  team: TestTeam,
  who: string,
  {
    text,
    kind = 'workspace',
    groups = [],
    mostBytes = 1e7,
    name = 'a.txt',
    until = null,
    codec = CODEC,
    before = async () => undefined,
    ...about
  }: Uploaded,
): Promise<string> {
  const { upload } = await receiveUpload(body(text, before), {
    ...{ source: team.source, workspace: team.as(who).workspace, principal: { name: who, groups } },
    ...{ codec, kind, mostBytes, about: { name, until, ...about }, hash: createHash() },
  });
  return upload;
}

async function* body(text: string, before: () => Promise<void>): AsyncGenerator<Buffer> {
  await before();
  yield Buffer.from(text);
}

/** The note that the stub reader makes from a document: its text, at a path with its name. */
export function noteOf(text: string, name = 'a.txt', more: Partial<ReadNote> = {}): ReadNote {
  const bytes = Buffer.from(text);
  return {
    ...{ path: `ingested/${name}.md`, status: 'created', bytes, isSecret: false, format: 'text' },
    originHash: fingerprint(bytes),
    ...{ sealed: 0, classes: [], anchors: 0, edits: 0, conflicts: 0 },
    leftOut: { invisible: 0, active: 0, words: 0, markers: 0 },
    ...{ made: null, notices: 0 },
    ...more,
  };
}

/** Reads the next upload with a stub reader. */
export function readNext(team: TestTeam, options: Partial<WorkOnUploadOptions> = {}) {
  const { source, hash } = team.as('ann');
  return workOnUpload({
    ...{ source, hash, codec: CODEC },
    read: async ({ bytes, about, standing }) => {
      await standing(`ingested/${about.name}.md`);
      return [noteOf(bytes.toString(), about.name)];
    },
    ...options,
  });
}
