import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A temporary folder that contains a vault and its own config folder. */
export interface Workspace extends AsyncDisposable {
  readonly folder: string;
  readonly vault: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
}

/** Makes a workspace whose vault contains these notes, or a copy of a folder. */
export async function openWorkspace(
  from: Readonly<Record<string, string | Uint8Array>> | { readonly copyOf: string } = {},
): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-ws-'));
  const vault = join(folder, 'vault');
  const config = join(folder, 'config');
  await mkdir(vault);
  await mkdir(config);
  await Promise.all([folder, vault, config].map((each) => chmod(each, 0o777)));
  const write = async (path: string, content: string | Uint8Array) => {
    const file = join(vault, path);
    const isNew = !(await exists(file));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (isNew) await showToAll(vault, file);
  };
  if ('copyOf' in from && typeof from.copyOf === 'string') {
    await cp(from.copyOf, vault, { recursive: true, preserveTimestamps: true });
    await makeWritable(vault);
  } else {
    for (const [path, content] of Object.entries(from)) await write(path, content);
  }
  return {
    folder,
    vault,
    env: { MEMORA_CONFIG_DIR: config },
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The user's files in a vault, each with its hash. None of them may change without the user's consent. */
export async function snapshot(vault: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(vault, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(vault, path);
    if (!entry.isFile() || name.startsWith('.memora/')) continue;
    const bytes = await readFile(path).catch(() => new Uint8Array());
    const { mtimeMs } = await lstat(path);
    files.set(name, `${createHash('sha256').update(bytes).digest('hex')} ${mtimeMs}`);
  }
  return files;
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o777);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeWritable(path);
    else if (entry.isFile()) await showFile(path);
  }
}

/** The umask may hide files from the user to whom a test drops its rights. */
async function showToAll(vault: string, file: string): Promise<void> {
  await showFile(file);
  for (let folder = dirname(file); folder.startsWith(join(vault, '/')); folder = dirname(folder))
    await chmod(folder, 0o755);
}

async function showFile(path: string): Promise<void> {
  const { mode } = await lstat(path);
  await chmod(path, (mode & 0o777) | 0o444);
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
