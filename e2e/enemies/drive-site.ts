import { existsSync } from 'node:fs';
import { THEIRS } from '@memora/cli/hostile-kinds';
import type { McpRequest } from '../canary/entry-point.ts';
import type { Deed, Recorded } from './deed.ts';
import type { HostileVault } from './hostile-vault.ts';
import { judgeDeeds } from './judge-deeds.ts';
import { KEY, type OpenSite } from './open-site.ts';
import { type Recorder, recordProcess } from './record-process.ts';
import { speakMcp } from './speak-mcp.ts';
import { ACCEPT, type Step, type StepContext } from './steps.ts';

/** The product: its two programs with the arguments of Node before them, and the folders that it is read from. */
export interface Product {
  readonly memora: readonly string[];
  readonly mcp: readonly string[];
  readonly folders: readonly string[];
  /** Variables besides those of the site. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What one step did that it had no leave for. */
export interface Breach {
  readonly step: string;
  readonly what: string;
}

const MADE_UP: StepContext['ids'] = ['0123456789abcdef', '123456789abcdef0', '23456789abcdef01'];
/** Exit codes by contract; a person who stops a command gets 130. */
const CODES = new Set([0, 1, 2, 3, 4, 130]);

/** Takes steps with a vault, one process after the other, and tells every breach. */
export async function driveSite(
  site: OpenSite,
  steps: readonly Step[],
  product: Product,
  recorder: Recorder,
  { sharesFile, accepted }: Pick<HostileVault, 'sharesFile' | 'accepted'> = {},
): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const before = site.snapshot();
  let ids = MADE_UP;
  const mayAsk = accepted !== undefined && accepted.then === undefined;
  const service = new URL(site.url).host;
  for (const step of accepted === undefined ? steps : [ACCEPT, ...steps]) {
    const context = { site, ids };
    const done = await takeStep(step, context, product, recorder);
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
      ...(done.signal === null && CODES.has(done.code ?? -1)
        ? []
        : [`ended with ${done.code ?? done.signal}`]),
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
    for (const what of new Set(found)) breaches.push({ step: step.name, what });
    if (found.length > 0 && !existsSync(site.vault)) break;
  }
  return breaches;
}

function takeStep(step: Step, context: StepContext, product: Product, recorder: Recorder): Promise<Recorded> {
  const { site } = context;
  // Where a person stands who works in a vault: what it brings along is found first.
  const options = {
    recorder,
    cwd: site.vault,
    env: { ...site.env, ...product.env },
    ...(step.stop === undefined ? {} : { stop: step.stop }),
  };
  const at = ['--vault', site.vault];
  if (step.asks !== undefined) {
    const requests: readonly McpRequest[] = step.asks(context);
    return recordProcess([...product.mcp, ...step.args(context), ...at], {
      ...options,
      drive: (child) => void speakMcp(child, requests),
    });
  }
  const stdin = step.stdin?.(context);
  const args = [
    ...product.memora,
    ...step.args(context),
    ...(/^(?:demo|completion)/.test(step.name) ? [] : at),
  ];
  return recordProcess(args, { ...options, ...(stdin === undefined ? {} : { stdin }) });
}

function readIds(stdout: string): StepContext['ids'] | null {
  const found = [...new Set([...stdout.matchAll(/"claim_id": ?"(\w{16})"/g)].map(([, id = '']) => id))];
  const [one, two = one, three = two] = found;
  return one === undefined || two === undefined || three === undefined ? null : [one, two, three];
}

const showDeed = ({ did, what }: Deed): string => `${did} ${JSON.stringify(what)}`;
