import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Settings for a server that can log plans, but does so only if a database enables it. */
export const PLANS_ON_DEMAND: readonly string[] = [
  ...['logging_collector=on', 'log_destination=jsonlog', 'log_filename=plans.log', 'log_rotation_size=0'],
  ...['session_preload_libraries=auto_explain', 'auto_explain.log_nested_statements=on'],
  'auto_explain.log_format=json',
];

/** Returns how many bytes of plans the server has logged. */
export function sizeOfPlans(dataFolder: string): number {
  return readLog(dataFolder).length;
}

/**
 * Returns the distinct plans of a login's statements since then: `Index Scan note_by_path` and so on for each table read. They contain no values of a question.
 */
export function describePlans(dataFolder: string, login: string, since: number): readonly string[] {
  const lines = readLog(dataFolder).subarray(since).toString().split('\n');
  const plans = lines.flatMap((line) => {
    const { user, message = '' } = (line === '' ? {} : JSON.parse(line)) as {
      readonly user?: string;
      readonly message?: string;
    };
    if (user !== login || !/^duration: .* plan:\n/.test(message)) return [];
    const { Plan } = JSON.parse(message.slice(message.indexOf('\n'))) as { readonly Plan: PlanNode };
    const reads = readsOf(Plan);
    return reads.length === 0 ? [] : [reads.join(', ')];
  });
  return [...new Set(plans)].sort();
}

function readsOf(node: PlanNode): string[] {
  const read = node['Index Name'] ?? node['Relation Name'];
  const own = read === undefined ? [] : [`${node['Node Type']} ${read}`];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}

function readLog(dataFolder: string): Buffer {
  const folder = join(dataFolder, 'log');
  const [name] = readdirSync(folder).filter((each) => each.endsWith('.json'));
  return name === undefined ? Buffer.alloc(0) : readFileSync(join(folder, name));
}
