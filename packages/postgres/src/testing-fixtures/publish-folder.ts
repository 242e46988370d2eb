import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { openVault } from '@memora/vault';
import { pullFolder } from '../notes/pull-folder.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import type { TestTeam } from './setup-team.ts';

/** The result of pushing, publishing and pulling a folder. */
interface PublishedFolder {
  readonly notes: number;
  readonly claims: number;
  readonly blobs: number;
  /** Notes of the source that differ in the pulled folder, and notes that only the pulled folder has. */
  readonly differing: readonly string[];
  /** Ids missing from one of the three: the source indexed alone, the publication, and the pulled folder indexed alone. */
  readonly strayIds: readonly string[];
  /** Addresses of blobs whose bytes have another hash. */
  readonly altered: readonly string[];
  /** Notes that were not pushed, published or pulled, with a code. */
  readonly skipped: readonly { readonly path: string; readonly code: string }[];
}

/** Pushes a copy of a folder into an empty database, publishes it, and pulls it into an empty folder. */
export async function publishFolder(team: TestTeam, source: string): Promise<PublishedFolder> {
  const [root, pulled, disk] = [team.folder(), team.folder(), team.folder()];
  cpSync(source, root, {
    recursive: true,
    filter: (from) => !/\/(?:\.memora|\.git|node_modules)$/.test(from),
  });
  const as = team.as('ben');
  const pushed = await pushFolder({ ...as, root });
  const scope = await team.scope('workspace');
  const worked = await workOnScope({ ...as, scope, folder: disk });
  const taken = await pullFolder({ ...as, root: pulled });
  const published = (await createClaimReader({ ...as, scope }).listClaims()).claims.map(
    ({ id }) => id as string,
  );
  const [here, there] = [await readNotes(root), await readNotes(pulled)];
  const lists = [await claimIdsOf(root), published, await claimIdsOf(pulled)].map((ids) => new Set(ids));
  const all = new Set(lists.flatMap((ids) => [...ids]));
  const { blobs, altered } = await findAltered(team);
  return {
    notes: here.size,
    claims: published.length,
    blobs,
    differing: [...new Set([...here.keys(), ...there.keys()])].filter(
      (path) => here.get(path)?.equals(there.get(path) ?? Buffer.from('\0')) !== true,
    ),
    strayIds: [...all].filter((id) => !lists.every((ids) => ids.has(id))),
    altered,
    skipped: [...pushed.skipped, ...worked.failures, ...taken.skipped],
  };
}

async function readNotes(root: string): Promise<Map<string, Buffer>> {
  const notes = new Map<string, Buffer>();
  for await (const { path } of (await openVault(root)).scan())
    notes.set(path, readFileSync(join(root, path)));
  return notes;
}

async function claimIdsOf(root: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-published-'));
  try {
    await using store = await openClaimStore({ path: join(folder, 'memora.db') });
    await indexVault({ vault: await openVault(root), store });
    return (await store.listClaims()).claims.map(({ id }) => id);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Uses a standard program instead of our own code. */
async function findAltered({ owner }: TestTeam) {
  const rows = await owner.withConnection((db) =>
    db.query<{ hash: Buffer; bytes: Buffer }>('SELECT hash, bytes FROM memora.blob'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'memora-blobs-'));
  try {
    const addresses = rows.map(({ hash, bytes }) => {
      const address = hash.toString('hex');
      writeFileSync(join(folder, address), bytes);
      return address;
    });
    const printed = execFileSync('b3sum', addresses, { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    return {
      blobs: rows.length,
      altered: printed.flatMap((line) => {
        const [sum, address = ''] = line.split(/ +/);
        return sum === address ? [] : [address];
      }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
