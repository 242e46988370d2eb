import { availableParallelism } from 'node:os';
import { type Report, toSample } from '../report.ts';

interface AskedProcess extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds of processor time that it has used so far. */
  readonly cpu: () => number;
}
interface AskedServer {
  readonly start: () => Promise<AskedProcess>;
  readonly tokenOf: (principal: string) => Promise<string>;
}
type OpenClient = (url: string, token: string) => Promise<(name: string, args: object) => Promise<unknown>>;

/** Clients, and the number of questions of each. */
const [CLIENTS, EACH] = [12, 25];
/** One for each server, one for the clients, and as many again for the database, with one spare for each server. */
const ENOUGH_CORES = 8;

/** How many questions two servers answer compared with one, and the processor time of each. Printed on any machine. */
export async function measureServers(
  report: Report,
  server: AskedServer,
  { openClient, question }: { readonly openClient: OpenClient; readonly question: (i: number) => string },
): Promise<void> {
  report.heading('questions a second of one server and of two, twelve clients');
  await using one = await server.start();
  await using two = await server.start();
  const rate = async (urls: readonly string[]) => {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, i) =>
        openClient(urls[i % urls.length] as string, await server.tokenOf(`p${i}`)),
      ),
    );
    const started = performance.now();
    await Promise.all(
      clients.map(async (call, i) => {
        for (let n = 0; n < EACH; n++) await call('memora_query', { query: question(i * EACH + n), k: 5 });
      }),
    );
    return (CLIENTS * EACH) / ((performance.now() - started) / 1000);
  };
  const used = async (servers: readonly AskedProcess[]) => {
    const spent = () => servers.reduce((sum, { cpu }) => sum + cpu(), 0);
    const before = spent();
    const asked = await rate(servers.map(({ url }) => url));
    return { asked, cpu: (spent() - before) / CLIENTS / EACH };
  };
  await used([one, two]);
  const [alone, both, cpuAlone, cpuBoth]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < 3; round++) {
    const [single, double] = [await used([one]), await used([one, two])];
    alone.push(single.asked);
    cpuAlone.push(single.cpu);
    both.push(double.asked);
    cpuBoth.push(double.cpu);
  }
  const gained = report.compare(
    'two servers',
    toSample(both),
    { name: 'one server', value: toSample(alone) },
    'questions/s',
  );
  report.compare('processor time of two servers a question', toSample(cpuBoth), {
    name: 'of one',
    value: toSample(cpuAlone),
  });
  const cores = availableParallelism();
  if (cores >= ENOUGH_CORES)
    report.budget('two servers', gained, { min: 1.6, unit: '×', baseline: 'questions a second of one' });
  else
    report.note(
      `${cores} cores: no bound on the rate. It is 1.6 times where the database has cores to spare, from ${ENOUGH_CORES} on.`,
    );
}
