import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInProcess } from './run-in-process.ts';

/** A temporary vault, and the command line for it. */
export type TestVault = Awaited<ReturnType<typeof setupVault>>;

/** A temporary vault with its own config folder, and the command line for it. */
export async function setupVault(
  notes: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'memora-cli-'));
  await mkdir(join(folder, 'vault'));
  const made = openVault(folder, more);
  for (const [path, text] of Object.entries(notes)) await made.write(path, text);
  return made;
}

/**
 * A copy of a vault with its database and its config folder, so that the common starting point is indexed
 * once.
 */
export async function copyVault({ folder }: TestVault): Promise<TestVault> {
  const copy = await mkdtemp(join(tmpdir(), 'memora-cli-'));
  // Times to the nanosecond, by which the index detects changes, and the permissions of folders; Node copies
  // neither.
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
  return openVault(copy);
}

function openVault(folder: string, more: Readonly<Record<string, string>> = {}) {
  const vault = join(folder, 'vault');
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  };
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), ...more };
  const run = (argv: readonly string[], io: Parameters<typeof runInProcess>[1] = {}) =>
    runInProcess([...argv, '--vault', vault], { cwd: folder, ...io, env: { ...env, ...io.env } });
  return {
    folder,
    vault,
    env,
    write,
    run,
    /** Runs with `--json` and reads stdout. */
    json: async <Payload>(
      argv: readonly string[],
      io: { stdin?: string; env?: Record<string, string> } = {},
    ) => JSON.parse((await run([...argv, '--json'], io)).stdout) as Payload,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
