import type { Recall } from '../recall/recall.ts';
import type { RecallPorts } from '../recall/recall-ports.ts';
import type { AskedExternal, askExternal } from './ask-external.ts';
import type { ExternalMemory } from './external-source.ts';
import { recallCaptured } from './recall-captured.ts';

/**
 * Lines of external memories next to the vault's own: captured ones, and those that arrived in time, without
 * anything that the vault already says.
 */
export async function joinExternal(
  query: string,
  asked: Parameters<RecallPorts['memory']['query']>[1] & { readonly k: number },
  {
    beyond,
    limit,
    items,
  }: {
    /** Null if they are not queried. */
    readonly beyond: ReturnType<typeof askExternal> | null;
    readonly limit: number;
    readonly items: Recall['items'];
  },
  ports: RecallPorts,
): Promise<Pick<Recall, 'external' | 'externalProblems'>> {
  if (beyond === null) return { external: [], externalProblems: [] };
  const [captured, given]: [readonly ExternalMemory[], AskedExternal] = await Promise.all([
    recallCaptured(query, asked, ports),
    beyond(),
  ]);
  if (captured.length === 0 && given.lines.length === 0)
    return { external: [], externalProblems: given.problems };
  const said = new Set(items.map(({ line }) => fold(line)));
  const external: ExternalMemory[] = [];
  for (const each of [...captured, ...given.lines].sort((a, b) => b.score - a.score)) {
    const key = fold(each.line);
    if (said.has(key) || external.length >= limit) continue;
    said.add(key);
    external.push(each);
  }
  return { external, externalProblems: given.problems };
}

function fold(line: string): string {
  return line
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
