import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary vault on disk, with its own config folder. */
export interface TestVault extends AsyncDisposable {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
}

/** Makes a vault that contains these notes. */
export async function setupVault(
  notes: Readonly<Record<string, string | Uint8Array>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<TestVault> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-studio-'));
  const root = join(folder, 'vault');
  await mkdir(root);
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const [path, content] of Object.entries(notes)) await write(path, content);
  return {
    root,
    env: { MEMORA_CONFIG_DIR: join(folder, 'config'), ...env },
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
