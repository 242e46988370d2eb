import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { THEIRS } from '@memora/cli/hostile-kinds';
import type { McpRequest } from '../canary/entry-point.ts';
import { endHost, HOST, runInHost, waitForHost } from '../command-host.ts';
import type { Deed, Recorded } from './deed.ts';
import type { HostileVault } from './hostile-vault.ts';
import { judgeDeeds } from './judge-deeds.ts';
import { KEY, type OpenSite } from './open-site.ts';
import { type Recorder, recordProcess } from './record-process.ts';
import { speakMcp } from './speak-mcp.ts';
import { ACCEPT, type Step, type StepContext } from './steps.ts';

/** The product: its two programs, with Node's arguments before them, and the folders that it is read from. */
export interface Product {
  readonly memora: readonly string[];
  readonly mcp: readonly string[];
  readonly folders: readonly string[];
  /** Variables in addition to those of the site. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An action that a step took without permission. */
export interface Breach {
  readonly step: string;
  readonly what: string;
}

const MADE_UP: StepContext['ids'] = ['0123456789abcdef', '123456789abcdef0', '23456789abcdef01'];
/** The exit codes of the contract. A command that a person stops exits with 130. */
const CODES = new Set([0, 1, 2, 3, 4, 130]);

/** The steps that one process runs. Their actions are judged together, their outputs and exit codes separately. */
interface Turn {
  readonly steps: readonly Step[];
  readonly isHosted: boolean;
}

/**
 * Runs steps with a vault, one process after the other, and returns every breach. With `hosted`, adjacent
 * commands with the same permissions run in one process, which is recorded as a whole.
 */
export async function driveSite(
  site: OpenSite,
  steps: readonly Step[],
  product: Product,
  recorder: Recorder,
  {
    sharesFile,
    accepted,
    hosted = false,
  }: Pick<HostileVault, 'sharesFile' | 'accepted'> & { readonly hosted?: boolean } = {},
): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const before = site.snapshot();
  let ids = MADE_UP;
  const mayAsk = accepted !== undefined && accepted.then === undefined;
  const service = new URL(site.url).host;
  for (const turn of toTurns(accepted === undefined ? steps : [ACCEPT, ...steps], hosted)) {
    const [step] = turn.steps as [Step];
    const context = { site, ids };
    const done = turn.isHosted
      ? await takeHosted(turn.steps, context, product, recorder)
      : await takeStep(step, context, product, recorder);
    ids = readIds(done.stdout) ?? ids;
    const said = `${done.stdout}${done.stderr}`;
    const found = [
      ...judgeDeeds(done.deeds, {
        own: site.own,
        program: product.folders,
        ...(step.listens === true ? { listens: true } : {}),
      })
        .filter(({ did, what }) => !(mayAsk && did === 'connect' && what === service))
        .filter(({ did, what }) => !(did === 'connect' && step.connects?.includes(what) === true))
        .map(showDeed),
      ...(done.signal === null && [done.code, ...done.codes].every((code) => CODES.has(code ?? -1))
        ? []
        : [`ended with ${[done.code, ...done.codes].join(', ')} ${done.signal ?? ''}`]),
      ...(/UNEXPECTED|^\s+at .*:\d+:\d+\)?$/m.test(said)
        ? [`an error nobody expected: ${said.slice(-600)}`]
        : []),
      ...(sharesFile !== true && said.includes(THEIRS) ? ['said what a file outside holds'] : []),
      ...(site.snapshot() === before ? [] : ['something outside is not as it was']),
      ...site.connections.filter((each) => !mayAsk || each.includes(KEY)).map((each) => `connected: ${each}`),
      ...site.ran().map((each) => `ran ${each}`),
    ];
    if (step === ACCEPT) {
      if (done.code !== 0) breaches.push({ step: step.name, what: 'the config was not accepted' });
      accepted?.then?.(site);
    }
    const name = turn.steps.map((each) => each.name).join('; ');
    for (const what of new Set(found)) breaches.push({ step: name, what });
    if (found.length > 0 && !existsSync(site.vault)) break;
  }
  return breaches;
}

type Done = Recorded & { readonly codes: readonly (number | null)[] };

/** Adjacent steps with the same permissions that are neither stopped nor speak MCP. */
function toTurns(steps: readonly Step[], hosted: boolean): Turn[] {
  const turns: { steps: Step[]; isHosted: boolean }[] = [];
  for (const step of steps) {
    const { stop, listens, connects, asks, name } = step;
    const isPlain = [stop, listens, connects, asks].every((each) => each === undefined);
    const isHosted = hosted && isPlain && step !== ACCEPT && !/^(?:memory hook|serve)\b/.test(name);
    const last = turns.at(-1);
    if (isHosted && last?.isHosted === true) last.steps.push(step);
    else turns.push({ steps: [step], isHosted });
  }
  return turns;
}

/** Runs steps in one process. */
async function takeHosted(
  steps: readonly Step[],
  { site, ids }: StepContext,
  product: Product,
  recorder: Recorder,
): Promise<Done> {
  let codes: (number | null)[] = [];
  const recorded = await recordProcess([HOST, ...product.memora], {
    recorder,
    cwd: site.vault,
    env: { ...site.env, ...product.env },
    ipc: true,
    drive: async (host) => {
      // A process that its tracer did not attach to in time is started again.
      codes = [];
      let known = ids;
      host.stdin?.end();
      if (!(await waitForHost(host))) return;
      for (const step of steps) {
        if (!host.connected) {
          codes.push(null);
          return;
        }
        const context = { site, ids: known };
        const stdin = step.stdin?.(context) ?? '';
        const { code, stdout } = await runInHost(host, argsOf(step, context), { stdin, cwd: site.vault });
        codes.push(code);
        known = readIds(stdout) ?? known;
      }
      endHost(host);
    },
  });
  return { ...recorded, codes };
}

function argsOf(step: Step, context: StepContext): readonly string[] {
  return [
    ...step.args(context),
    ...(/^(?:demo|completion)/.test(step.name) ? [] : ['--vault', context.site.vault]),
  ];
}

async function takeStep(
  step: Step,
  context: StepContext,
  product: Product,
  recorder: Recorder,
): Promise<Done> {
  const { site } = context;
  // A person's working folder inside a vault, where the vault's own files are found first.
  const options = {
    recorder,
    cwd: site.vault,
    env: { ...site.env, ...product.env },
    ...(step.stop === undefined ? {} : { stop: step.stop }),
  };
  if (step.asks !== undefined) {
    const requests: readonly McpRequest[] = step.asks(context);
    const drive = (child: ChildProcess) => void speakMcp(child, requests);
    const args = [...product.mcp, ...argsOf(step, context)];
    return { ...(await recordProcess(args, { ...options, drive })), codes: [] };
  }
  const stdin = step.stdin?.(context);
  const recorded = await recordProcess([...product.memora, ...argsOf(step, context)], {
    ...options,
    ...(stdin === undefined ? {} : { stdin }),
  });
  return { ...recorded, codes: [] };
}

function readIds(stdout: string): StepContext['ids'] | null {
  const found = [...new Set([...stdout.matchAll(/"claim_id": ?"(\w{16})"/g)].map(([, id = '']) => id))];
  const [one, two = one, three = two] = found;
  return one === undefined || two === undefined || three === undefined ? null : [one, two, three];
}

const showDeed = ({ did, what }: Deed): string => `${did} ${JSON.stringify(what)}`;
