import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';

/**
 * The memory of an agent as a store of LangGraph. A value is `{ text }`: one statement, which becomes a note. It stands under its namespace and key, which are
 * tags of the note. What is not let in throws with its reason; what is held, secret or changed since is not given.
 */
export class MemoraStore extends BaseStore {
  readonly #agent: AgentMemory;

  constructor(agent: AgentMemory) {
    super();
    this.#agent = agent;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (const each of operations)
      results.push(
        'namespacePrefix' in each
          ? await this.#search(each)
          : 'value' in each
            ? await this.#put(each)
            : 'key' in each
              ? ((await this.#find(each))?.item ?? null)
              : await this.#namespaces(each),
      );
    return results as OperationResults<Op>;
  }

  async #put({ namespace, key, value }: PutOperation): Promise<void> {
    if (value === null) {
      // What was replaced goes too: it would hold again.
      const { memories } = await this.#agent.list({ tag: tagOf('key', key) });
      for (const { memoryId } of memories.filter((memory) => spaceOf(memory) === namespace.join('/')))
        await this.#agent.forget(memoryId, { reason: 'deleted in the store' });
      return;
    }
    const standing = await this.#find({ namespace, key });
    const text: unknown = value['text'];
    if (typeof text !== 'string') throw new TypeError('a value of this store is { text }');
    const item = { content: text, tags: [tagOf('space', namespace.join('/')), tagOf('key', key)] };
    const admitted =
      standing === null
        ? await this.#agent.remember(item)
        : await this.#agent.supersede(standing.memoryId, item);
    if (admitted.decision === 'reject') throw new Error(`not remembered: ${admitted.code}`);
  }

  async #find({ namespace, key }: GetOperation) {
    const { memories } = await this.#agent.list({ tag: tagOf('key', key) });
    const found = memories.find((memory) => isGiven(memory) && spaceOf(memory) === namespace.join('/'));
    return found === undefined ? null : { memoryId: found.memoryId, item: toItem(found) };
  }

  async #search({ namespacePrefix, query, limit = 10, offset = 0, filter }: SearchOperation) {
    const given = (memory: MemoryDetail) =>
      isBelow(spaceOf(memory), namespacePrefix) && matches(memory, filter);
    const found: SearchItem[] = [];
    if (query === undefined) {
      for (const memory of await this.#all()) if (given(memory)) found.push(toItem(memory));
    } else {
      const { items } = await this.#agent.recall(query, { limit: limit + offset, evidence: false });
      const standing = items.filter(({ memoryId, verified }) => memoryId !== null && verified);
      const memories = await this.#agent.get(standing.map(({ memoryId }) => String(memoryId)));
      for (const { memoryId, score } of standing) {
        const memory = memories.find((each) => each.memoryId === memoryId);
        if (memory !== undefined && given(memory)) found.push({ ...toItem(memory), score });
      }
    }
    return found.slice(offset, offset + limit);
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation) {
    const spaces = new Set(
      (await this.#all())
        .map((memory) => spaceOf(memory).split('/'))
        .map((path) => path.slice(0, maxDepth).join('/')),
    );
    const fits = (path: readonly string[]) =>
      matchConditions.every(({ matchType, path: wanted }) => {
        const part = matchType === 'prefix' ? path.slice(0, wanted.length) : path.slice(-wanted.length);
        return part.length === wanted.length && wanted.every((each, i) => each === '*' || each === part[i]);
      });
    return [...spaces]
      .sort()
      .map((space) => space.split('/'))
      .filter(fits)
      .slice(offset, offset + limit);
  }

  /** What has a place in the store. */
  async #all(): Promise<MemoryDetail[]> {
    const all: MemoryDetail[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await this.#agent.list(after === undefined ? {} : { after });
      all.push(...page.memories.filter((memory) => isGiven(memory) && spaceOf(memory) !== ''));
      after = page.next;
    }
    return all;
  }
}

const tagOf = (kind: 'space' | 'key', text: string) => `${kind}:${text}`;

function tagged(memory: MemoryDetail, kind: 'space' | 'key'): string {
  return memory.tags.find((tag) => tag.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? '';
}

const spaceOf = (memory: MemoryDetail) => tagged(memory, 'space');

/** What is superseded, held or secret is no item. */
function isGiven({ status, held, band }: MemoryDetail): boolean {
  return (status === 'current' || status === 'contested') && held === null && band !== 'secret';
}

function isBelow(space: string, prefix: readonly string[]): boolean {
  return space !== '' && prefix.every((each, i) => space.split('/')[i] === each);
}

function matches(memory: MemoryDetail, filter: Readonly<Record<string, unknown>> = {}): boolean {
  const value: Readonly<Record<string, unknown>> = toItem(memory).value;
  return Object.entries(filter).every(([name, wanted]) => value[name] === wanted);
}

function toItem(memory: MemoryDetail): Item {
  const { text, trust, status, path, created } = memory;
  return {
    namespace: spaceOf(memory).split('/'),
    key: tagged(memory, 'key'),
    value: { text, trust, status, note: path },
    createdAt: new Date(created),
    updatedAt: new Date(memory.validFrom ?? created),
  };
}
