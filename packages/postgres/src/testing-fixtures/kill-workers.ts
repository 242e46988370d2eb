import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { pushFolder } from '../notes/push-folder.ts';
import { openClient } from './open-client.ts';
import { type TestTeam, writeNote } from './setup-team.ts';

/** The result of killing workers at random statements. */
interface KilledWorkers {
  readonly kills: number;
  /** Epochs in the order of their announcement. */
  readonly announced: readonly number[];
  readonly epoch: number;
  /** The folder of the last worker, which was not killed; nobody else used it. */
  readonly disk: string;
  readonly root: string;
}

const CHILD = fileURLToPath(new URL('worker-child.ts', import.meta.url));
/** More than a round takes, so that some rounds complete. */
const STATEMENTS = 90;

/** Repeatedly changes a note and kills a worker at a random statement of its round, alternating between two folders. */
export async function killWorkers(
  server: TestServer,
  team: TestTeam,
  { kills, random }: { readonly kills: number; readonly random: () => number },
): Promise<KilledWorkers> {
  const root = team.folder({ 'base.md': 'Pump Nine weighs 4 tons.\n' });
  const scope = await team.scope('workspace');
  const disks = [team.folder(), team.folder()];
  await using listener = await openClient(server, team.database, 'app');
  const announced: number[] = [];
  listener.on('notification', ({ payload = '' }) => {
    const [of, epoch] = payload.split(' ').map(Number);
    if (of === scope) announced.push(epoch as number);
  });
  await listener.query('LISTEN memora_epoch');
  let killed = 0;
  const work = async (disk: string, dies: number) => {
    const signal = await runChild([server.url(team.database, 'app'), String(scope), disk, String(dies)]);
    if (signal === 'SIGKILL') killed++;
  };
  for (let round = 0; killed < kills; round++) {
    writeNote(
      root,
      `note-${round % 7}.md`,
      `Gate ${round} weighs ${round} tons.\n\nHall Two weighs ${round} tons.\n`,
    );
    await pushFolder({ ...team.as('ben'), root });
    await work(disks[round % 2] as string, Math.floor(random() * STATEMENTS));
  }
  const disk = disks[0] as string;
  await work(disk, -1);
  const epoch = Number(server.psql(`SELECT epoch FROM memora.scope WHERE id = ${scope}`, team.database));
  await listener.query('SELECT 1');
  return { kills: killed, announced, epoch, disk: `${disk}/scope-${scope}`, root };
}

function runChild(args: readonly string[]): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['--conditions=memora-source', CHILD, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(signal);
      else reject(new Error(`a worker ended with ${code}: ${said.slice(0, 2000)}`));
    });
  });
}
