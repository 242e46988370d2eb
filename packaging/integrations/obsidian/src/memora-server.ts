import { type ChildProcess, spawn } from 'node:child_process';

/** The server of a vault, which ends with the plugin. */
export interface MemoraServer {
  readonly address: string;
  readonly stop: () => void;
}

const PATIENCE_MS = 30_000;

/** Starts `memora open` on a vault and waits for its address. Rejects with a sentence for the user where it does not start. */
export async function startMemoraServer(command: string, vault: string): Promise<MemoraServer> {
  const [program = 'memora', ...args] = command.split(' ').filter((part) => part !== '');
  const child = spawn(program, [...args, 'open', '--no-browser', '--json', '--vault', vault], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = () => void child.kill();
  try {
    return { address: await readAddress(child, program), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function readAddress(child: ChildProcess, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string) => reject(new Error(why));
    const timer = setTimeout(() => fail(`“${program} open” gave no address.`), PATIENCE_MS);
    child.on('error', () =>
      fail(`“${program}” was not found. Set the command in the settings of this plugin.`),
    );
    child.on('close', () => {
      clearTimeout(timer);
      fail(`“${program} open” ended. Run it in a terminal to see why.`);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const line of text.split('\n').slice(0, -1)) {
        const url = readUrl(line);
        if (url === null) continue;
        clearTimeout(timer);
        resolve(url);
      }
    });
  });
}

/** The address in a line of JSON. Only this machine is spoken to. */
function readUrl(line: string): string | null {
  try {
    const { type, url } = JSON.parse(line) as { type?: unknown; url?: unknown };
    return type === 'serving' && typeof url === 'string' && new URL(url).hostname === '127.0.0.1'
      ? url
      : null;
  } catch {
    return null;
  }
}
