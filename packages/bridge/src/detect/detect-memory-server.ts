import type { MemoryServer, MemoryServerKind, MemoryServerTool, ToolListing } from './memory-server.ts';
import { readToolSchema, type ToolArguments } from './read-tool-schema.ts';

/**
 * Detects whether tools belong to a memory server, and how to use it: by the names of the tools, without a client's prefix, and by their arguments. Null for a
 * server that only resembles one, for Memora itself, and if the result is ambiguous.
 */
export function detectMemoryServer(tools: readonly ToolListing[]): MemoryServer | null {
  const listed = tools
    .filter(({ name }) => typeof name === 'string' && name.length <= LONGEST_NAME)
    .slice(0, MOST_TOOLS);
  if (listed.some(({ name }) => OURS.test(plain(name)))) return null;
  const found = KINDS.flatMap((kind) => matchKind(kind, listed));
  // Two memory servers in one list, under two prefixes: the intended one is unknown.
  const [first, ...others] = found;
  if (first === undefined || others.some(({ prefix }) => prefix !== first.prefix)) return null;
  return first;
}

const MOST_TOOLS = 2_000;
const LONGEST_NAME = 200;
const OURS = /(?:^|_)memora_/u;

/** How the tool for one use is recognised. */
interface Use {
  /** The whole name, in lower case with `_` between its words. */
  readonly name: RegExp;
  /** The possible names of its argument. A tool without any of them is a different tool. */
  readonly argument: readonly string[];
  /** True if {@link Kind.fits} checks the argument, which need not be text. */
  readonly isOpen?: true;
}

interface Kind {
  readonly kind: MemoryServerKind;
  readonly search: Use;
  readonly save: Use;
  readonly list?: RegExp;
  readonly remove?: Use;
  /** Further tools that distinguish the server from others with the same names. */
  readonly beside?: readonly RegExp[];
  readonly fits?: (tool: 'search' | 'save', given: ToolArguments) => boolean;
  /** True if a read-only server counts too. */
  readonly isReadable?: true;
}

const QUERY = ['query'];
const TEXT = ['text', 'content', 'memory', 'information', 'fact', 'data', 'observation'];
/** A required second argument that is known: the user whose memory is meant. */
const USER = /^(?:user_?id|userId|user)$/u;

const KINDS: readonly Kind[] = [
  {
    kind: 'server-memory',
    search: { name: /^search_nodes$/u, argument: QUERY },
    save: { name: /^create_entities$/u, argument: ['entities'], isOpen: true },
    list: /^read_graph$/u,
    remove: { name: /^delete_entit(?:ies|y)$/u, argument: ['entityNames', 'name'], isOpen: true },
    beside: [/^read_graph$/u],
    fits: (tool, given) => {
      if (tool === 'search') return true;
      const entry = given.entryOf('entities');
      return entry !== null && ['name', 'entityType', 'observations'].every((name) => entry.has(name));
    },
  },
  {
    kind: 'openmemory',
    search: { name: /^search_memory$/u, argument: QUERY },
    save: { name: /^add_memories$/u, argument: ['text'] },
    list: /^list_memories$/u,
    remove: { name: /^delete_memories$/u, argument: ['memory_ids'], isOpen: true },
    beside: [/^list_memories$/u],
  },
  {
    kind: 'mem0',
    search: { name: /^search_memor(?:y|ies)$/u, argument: QUERY },
    save: { name: /^add_memory$/u, argument: ['text', 'content', 'messages'] },
    list: /^get_(?:all_)?memories$/u,
    remove: { name: /^delete_memory$/u, argument: ['memory_id', 'memoryId', 'id'] },
  },
  {
    kind: 'claude-mem',
    search: { name: /^search$/u, argument: QUERY },
    save: { name: /^observation_add$/u, argument: ['content'] },
    beside: [/^timeline$/u, /^get_observations$/u],
    isReadable: true,
  },
  {
    kind: 'basic-memory',
    search: { name: /^search_notes$/u, argument: QUERY },
    // Notes have a title and a folder, so saving one takes more than text.
    save: { name: /^write_note$/u, argument: ['content'], isOpen: true },
    remove: { name: /^delete_note$/u, argument: ['identifier'] },
    beside: [/^build_context$/u, /^recent_activity$/u],
    fits: (tool, given) => tool === 'search' || ['title', 'content'].every((name) => given.has(name)),
  },
  {
    kind: 'kms',
    search: { name: /^unified_search$/u, argument: QUERY },
    save: { name: /^unified_store$/u, argument: ['content'] },
  },
  {
    kind: 'generic',
    search: {
      name: /^(?:(?:search|query|recall|retrieve|find)_(?:long_term_)?memor(?:y|ies)|memory_(?:search|query|recall|retrieve|find)|recall|qdrant_find)$/u,
      argument: [...QUERY, 'text', 'question'],
    },
    save: {
      name: /^(?:(?:add|save|store|create|write|remember)_memor(?:y|ies)|memory_(?:add|save|store|create|write)|remember|retain|qdrant_store)$/u,
      argument: TEXT,
    },
    list: /^(?:list|get_all)_memories$|^memory_list$/u,
    remove: {
      name: /^(?:delete|forget|remove)_memory$|^memory_delete$/u,
      argument: ['memory_id', 'memoryId', 'id'],
    },
  },
];

/** The only server of a kind among the tools; none if there are two, under two prefixes. */
function matchKind(kind: Kind, tools: readonly ToolListing[]): MemoryServer[] {
  const found: MemoryServer[] = [];
  for (const tool of tools) {
    const prefix = prefixOf(tool.name, kind.search.name);
    if (prefix === null) continue;
    const own = tools.flatMap(({ name, inputSchema }) =>
      name.startsWith(prefix) ? [{ name, base: plain(name.slice(prefix.length)), inputSchema }] : [],
    );
    const search = useOf(kind, 'search', kind.search, tool);
    if (search === null) continue;
    if (!(kind.beside ?? []).every((pattern) => own.some(({ base }) => pattern.test(base)))) continue;
    const pick = (use: Use | undefined, as: 'save' | 'remove'): MemoryServerTool | null => {
      const named = use === undefined ? [] : own.filter(({ base }) => use.name.test(base));
      return use === undefined || named.length !== 1 ? null : useOf(kind, as, use, named[0] as ToolListing);
    };
    const save = pick(kind.save, 'save');
    if (save === null && kind.isReadable !== true) continue;
    const lists = own.find(({ base }) => kind.list?.test(base) === true);
    found.push({
      kind: kind.kind,
      prefix,
      search,
      save,
      list: lists === undefined ? null : listerOf(lists),
      remove: pick(kind.remove, 'remove'),
    });
  }
  return found;
}

/** The text before the name: nothing, or a server's name and a client's separator. */
function prefixOf(name: string, base: RegExp): string | null {
  if (base.test(plain(name))) return '';
  for (const { index, 0: sign } of name.matchAll(/__|[_./:-]/gu)) {
    const from = index + sign.length;
    if (base.test(plain(name.slice(from))) && isServerName(name.slice(0, index))) return name.slice(0, from);
  }
  return null;
}

/** A verb before the name makes it another tool: `delete_search_memory` does not search. */
function isServerName(prefix: string): boolean {
  return /[a-z0-9]/iu.test(prefix) && !VERB.test(plain(prefix));
}

const VERB =
  /(?:^|_)(?:delete|remove|clear|reset|purge|forget|drop|wipe|erase|undo|cancel|test|get|set|update|list)(?:_|$)/u;

function useOf(
  kind: Kind,
  as: 'search' | 'save' | 'remove',
  { argument, isOpen }: Use,
  { name, inputSchema }: ToolListing,
): MemoryServerTool | null {
  const given = readToolSchema(inputSchema);
  const own = argument.find((each) => (isOpen === true ? given.has(each) : given.takesText(each)));
  if (own === undefined) return null;
  if (as !== 'remove' && kind.fits?.(as, given) === false) return null;
  const others = given.required.filter((each) => each !== own);
  const user = others.find((each) => USER.test(each)) ?? null;
  // Other required arguments are unknown.
  const isKnown = isOpen === true || others.every((each) => each === user);
  return isKnown ? { name, argument: own, user } : null;
}

function listerOf({ name, inputSchema }: ToolListing): MemoryServerTool | null {
  const { required } = readToolSchema(inputSchema);
  const user = required.find((each) => USER.test(each)) ?? null;
  return required.every((each) => each === user) ? { name, argument: null, user } : null;
}

/** In lower case, with `_` between the words. */
function plain(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/gu, '_')
    .toLowerCase()
    .replaceAll('-', '_');
}
