import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openMemory } from '@memora/engine';
import { recallFact, writeFacts } from '../agent-memory-runs/recall-facts.ts';
import { type Report, toSample } from '../report.ts';

const ROUNDS = 11;
/** Starts in a home folder in which nothing ran before, so no compiled code is cached. */
const FIRST_STARTS = 5;
const WARM = 2;
/** Number of memories in a session. */
const KNOWN = 60;
/** At its end, a server reports the processor time of its threads. */
const TELL = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})`;

const SAVED = 'The crane of Harbor is painted green.';
const ASKED = 'relay of Lantern where runs port place';

type Env = Readonly<Record<string, string>>;
type Call = readonly [method: string, params: object];
const tool = (name: string, args: object): Call => ['tools/call', { name, arguments: args }];

/** The processor cost of one session, from the start of the server to its end: list the tools, search a fact, save one, and search it again. */
export async function measureColdSession(
  report: Report,
  { folder, env, own, reference }: { folder: string; env: Env; own: string; reference: string },
): Promise<void> {
  report.heading(
    `a cold session over ${KNOWN} memories: list the tools, recall, save, recall; whole processes`,
  );
  const vault = join(folder, 'session');
  await mkdir(vault, { recursive: true });
  const facts = Array.from({ length: KNOWN }, (_, i) => recallFact(i));
  await writeFacts(vault, facts);
  {
    await using memory = await openMemory({ vault, env });
    await memory.index();
  }
  const file = join(folder, 'session.jsonl');
  const entity = (name: string, content: string) => ({ name, entityType: 'fact', observations: [content] });
  const entities = facts.map(({ id, content }) => entity(id, content));
  const referenceEnv = { ...env, MEMORY_FILE_PATH: file };
  await session([reference], referenceEnv, [tool('create_entities', { entities })]);
  const sides = {
    memora: (home: Env) =>
      session([own, '--vault', vault, '--tools', 'memory'], { ...env, ...home }, [
        tool('memora_recall', { query: ASKED }),
        tool('memora_remember', { content: SAVED }),
        tool('memora_recall', { query: ASKED }),
      ]),
    reference: (home: Env) =>
      session([reference], { ...referenceEnv, ...home }, [
        tool('search_nodes', { query: 'Lantern' }),
        tool('create_entities', { entities: [entity('crane', SAVED)] }),
        tool('search_nodes', { query: 'Lantern' }),
      ]),
  };
  // A client passes on its user's home folder.
  const freshHome = async (): Promise<Env> => {
    const home = await mkdtemp(join(folder, 'home-'));
    return { HOME: home, LOCALAPPDATA: home };
  };
  const first: Record<keyof typeof sides, number[]> = { memora: [], reference: [] };
  const later: Record<keyof typeof sides, number[]> = { memora: [], reference: [] };
  for (let round = 0; round < FIRST_STARTS; round++)
    for (const side of ['memora', 'reference'] as const)
      first[side].push(await sides[side](await freshHome()));
  const homes = { memora: await freshHome(), reference: await freshHome() };
  for (let round = 0; round < WARM + ROUNDS; round++)
    for (const side of ['memora', 'reference'] as const) {
      const spent = await sides[side](homes[side]);
      if (round >= WARM) later[side].push(spent);
    }
  const compare = (name: string, took: typeof first) =>
    report.compare(name, toSample(took.memora), {
      name: 'reference memory server',
      value: toSample(took.reference),
    });
  compare('processor time of the first session in a home', first);
  const ratio = compare('processor time of a later session', later);
  report.budget('a later cold session', ratio, {
    max: 1.5,
    unit: '×',
    baseline: 'the reference memory server',
  });
}

/** A server's processor milliseconds for these calls, including its start and end. */
async function session(argv: readonly string[], env: Env, calls: readonly Call[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', TELL, ...argv], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const told = readAll(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const clientInfo = { name: 'bench', version: '1' };
  const opening: Call = ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }];
  for (const [id, [method, params]] of [opening, ['tools/list', {}] as const, ...calls].entries()) {
    if (id === 1) send(child, { method: 'notifications/initialized' });
    send(child, { id, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${argv[0]} ended before it answered ${method}`);
      const answer = JSON.parse(value) as { id?: number; error?: object; result?: { isError?: boolean } };
      if (answer.id !== id) continue;
      if (answer.error !== undefined || answer.result?.isError === true)
        throw new Error(`${argv[0]} refused ${method}: ${value.slice(0, 300)}`);
      break;
    }
  }
  child.stdin?.end();
  return Number(await told) / 1000;
}

function send(child: ChildProcess, message: object): void {
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function readAll(child: ChildProcess): Promise<string> {
  let text = '';
  const pipe = child.stdio[3] as NodeJS.ReadableStream;
  pipe.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return text;
}
