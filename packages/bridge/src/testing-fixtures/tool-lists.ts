import type { MemoryServerKind, ToolListing } from '../detect/memory-server.ts';

/** A list of tools, and the expected result. */
interface ToolList {
  /** The published server, or a description of the decoy. */
  readonly of: string;
  readonly kind: MemoryServerKind | null;
  readonly tools: readonly ToolListing[];
}

/*
 * One tool per line: `name(argument type …)`. `!` ends a required argument, `=` one with a default, `[…]` holds the arguments of a list's entry. Without a type
 * it is a string.
 */
const GRAPH = `create_entities(entities[name entityType observations:array]!)
create_relations(relations[from to relationType]!)
add_observations(observations[entityName contents:array]!)
delete_entities(entityNames:array!)
delete_observations(deletions[entityName observations:array]!)
delete_relations(relations[from to relationType]!)
read_graph()
search_nodes(query!)
open_nodes(names:array!)`;
const MEM0 = `add_memory(text! messages:array user_id agent_id app_id run_id metadata:object)
search_memories(query! filters:object limit:number)
get_memories(filters:object page:number)
get_memory(memory_id!)
update_memory(memory_id! text!)
delete_memory(memory_id!)
delete_all_memories(user_id)
delete_entities(user_id)
list_entities()`;
const OPENMEMORY = `add_memories(text! infer:boolean=)
search_memory(query!)
list_memories()
delete_memories(memory_ids:array!)
delete_all_memories()`;
const CLAUDE_MEM = `important_workflow()
search(query limit:number project type)
timeline(anchor query depth_before:number depth_after:number)
get_observations(ids:array!)
session_start_context()`;
const BASIC = `write_note(title! content! folder! tags)
read_note(identifier! page:number)
edit_note(identifier! operation! content!)
delete_note(identifier!)
search_notes(query! page:number page_size:number)
build_context(url! depth:number)
recent_activity(timeframe depth:number)
list_directory(dir_name)`;
const FILES = `read_file(path! tail:number head:number)
write_file(path! content!)
edit_file(path! edits:array!)
search_files(path! pattern! excludePatterns:array)
list_directory(path!)
move_file(source! destination!)`;

const SERVERS: readonly (readonly [string, MemoryServerKind, string])[] = [
  // As npm packages list them at run time.
  ['@modelcontextprotocol/server-memory 2026.8.31', 'server-memory', GRAPH],
  [
    '@itseasy21/mcp-knowledge-graph 1.0.7',
    'server-memory',
    `${GRAPH}\nupdate_entities(entities:array!)\nupdate_relations(relations:array!)`,
  ],
  [
    'mcp-memory-libsql 0.0.17',
    'server-memory',
    'create_entities(entities[name entityType observations:array]!)\nsearch_nodes(query! limit:number)\nread_graph()\ncreate_relations(relations[source target type]!)\ndelete_entity(name!)\ndelete_relation(source! target! type!)',
  ],
  ['@mem0/mcp-server 0.0.1', 'mem0', 'add-memory(content! userId!)\nsearch-memories(query! userId!)'],
  // As their documentation lists them.
  ['mem0, hosted', 'mem0', `${MEM0}\nlist_events(page:number)\nget_event_status(event_id!)`],
  ['mem0-mcp, Python', 'mem0', MEM0],
  ['OpenMemory', 'openmemory', OPENMEMORY],
  [
    'claude-mem 13.25',
    'claude-mem',
    `${CLAUDE_MEM}\nobservation_add(content! kind metadata:object)\nobservation_search(query!)`,
  ],
  ['claude-mem, reading alone', 'claude-mem', CLAUDE_MEM],
  ['basic-memory', 'basic-memory', BASIC],
  ['KMS', 'kms', 'unified_search(query! limit:number)\nunified_store(content! tags:array)'],
  [
    'mcp-memory-service',
    'generic',
    'store_memory(content! tags:array memory_type= metadata:object)\nretrieve_memory(query! n_results:number=)\nrecall_memory(query! n_results:number=)\nsearch_by_tag(tags:array!)\ndelete_memory(content_hash!)\ncheck_database_health()',
  ],
  [
    'mem-mcp of agentSchool',
    'generic',
    'mem_store_memory(content! metadata:object response_format=)\nmem_search_memories(query! limit:number=)',
  ],
  ['mcp-mem0', 'generic', 'save_memory(text!)\nget_all_memories()\nsearch_memories(query! limit:number=)'],
  [
    'recall, remember, reflect',
    'generic',
    'recall(query! limit:number)\nremember(content! tags:array)\nreflect(prompt!)',
  ],
  ['hindsight', 'generic', 'retain(content! context)\nrecall(query! max_tokens:number)\nreflect(query!)'],
  ['mcp-server-qdrant', 'generic', 'qdrant-store(information! metadata:object)\nqdrant-find(query!)'],
  [
    'MemoryService',
    'generic',
    'store_memory(content! tags:array)\nquery_memories(query! limit:number)\nget_user_memories()',
  ],
  [
    'a server whose arguments may be null',
    'generic',
    'memory_save(content? tags:array)\nmemory_search(query!)\nmemory_list()\nmemory_delete(id!)',
  ],
];

/** Prefixes that clients put before a server's tool names. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['mcp__memory__', 'server-memory'],
  ['memory_', 'server-memory'],
  ['mcp__plugin_claude-mem_mcp-search__', 'claude-mem'],
  ['claude_mem_', 'claude-mem'],
  ['mem0_', 'mem0'],
  ['mcp__mem0__', 'mem0'],
  ['openmemory_', 'openmemory'],
  ['openmemory.', 'openmemory'],
  ['mcp__basic-memory__', 'basic-memory'],
  ['kms:', 'kms'],
  ['zora/', 'kms'],
];

const DECOYS: readonly (readonly [string, string])[] = [
  ['@modelcontextprotocol/server-filesystem 2026.8.31', FILES],
  [
    '@modelcontextprotocol/server-everything 2026.8.31',
    'echo(message!)\nget-sum(a:number! b:number!)\nget-env()\nsimulate-research-query(topic! ambiguous:boolean)',
  ],
  [
    '@allpepper/memory-bank-mcp 0.2.2: files of projects, no search',
    'list_projects()\nmemory_bank_read(projectName! fileName!)\nmemory_bank_write(projectName! fileName! content!)',
  ],
  [
    'memdata-mcp 1.8.0: a save that wants a name',
    'memdata_ingest(content! name!)\nmemdata_query(query! limit:number=)\nmemdata_delete(artifact_id!)',
  ],
  [
    'a shop',
    'search_store(query!)\nadd_to_cart(sku! quantity:number)\nstore_hours(city)\nstore_search(query!)',
  ],
  [
    'a shop of memory chips',
    'search_memory(query! max_price:number)\nadd_memory(sku! quantity:number!)\nlist_memory()',
  ],
  ['an app store', 'store_search(query!)\nstore_install(app_id!)\nstore_add_review(app_id! text!)'],
  ['a key-value store', 'get(key!)\nset(key! value!)\ndelete(key!)\nsearch(query!)'],
  [
    'a key-value store of agents',
    'memory_store(key! value! namespace)\nmemory_retrieve(key!)\nmemory_search(pattern!)',
  ],
  ['Redis', 'redis_get(key!)\nredis_set(key! value!)\nmemory_usage(key!)\nsearch_index(query! index!)'],
  ['a notebook', 'create_note(title! body!)\nsearch_notes(query!)\nget_note(id!)'],
  [
    'a notebook with folders',
    'write_note(title! content! folder!)\nsearch_notes(query!)\nread_note(identifier!)',
  ],
  ['notes with recent ones', 'write_note(title! content!)\nsearch_notes(query!)\nrecent_activity()'],
  [
    'Obsidian',
    'obsidian_search_notes(query!)\nobsidian_append_content(filepath! content!)\nobsidian_delete_note(filepath!)',
  ],
  ['a file system with search', `${FILES}\nsearch(query!)`],
  [
    'Memora',
    'memora_remember(content! kind)\nmemora_recall(query! limit:number)\nmemora_forget(id! reason!)',
  ],
  ['Memora through a client', 'mcp__memora__memora_remember(content!)\nmcp__memora__memora_recall(query!)'],
  ['Memora beside a memory server', `${OPENMEMORY}\nmemora_query(query!)`],
  ['the memory tool of Anthropic', 'memory(command! path file_text)'],
  [
    'a debugger',
    'read_memory(address! size:number!)\nwrite_memory(address! data!)\nsearch_memory(pattern! start end)',
  ],
  ['a debugger with queries', 'search_memory(query! process:number!)\nadd_memory(address! text!)'],
  ['a profiler', 'memory_usage(pid:number)\nmemory_search(query! pid:number!)\nmemory_save(file!)'],
  [
    'photo memories',
    'search_memories(query!)\nadd_memory(text! photo_ids:array!)\nget_memories(year:number!)',
  ],
  ['a guest book', 'add_memory(text! author! consent:boolean!)\nsearch_memories(query!)'],
  ['search alone', 'search_memories(query!)\nget_memories()'],
  ['saving alone', 'add_memory(text!)\nget_memory(memory_id!)'],
  ['deleting alone', 'delete_search_memory(query!)\ndelete_add_memory(text!)'],
  ['deleting under a prefix', 'clear_search_memories(query!)\nclear_add_memory(text!)'],
  ['purging', 'purge.search_memories(query!)\npurge.add_memory(text!)'],
  ['names that hold it', 'search_memories_backup(query!)\nadd_memory_page(text!)\nresearch_memory(query!)'],
  ['names in the middle', 'do_search_memory_now(query!)\nplease_add_memory_now(text!)'],
  ['memories by number', 'search_memories(query:number!)\nadd_memory(text!)'],
  ['memories of fixed words', 'search_memories(query!)\nadd_memory(text:enum!)'],
  ['no schema at all', 'search_memories\nadd_memory'],
  ['a scene graph', 'create_entities(entities[id components:array]!)\nsearch_nodes(query!)\nread_graph()'],
  ['a graph database', 'create_entities(cypher!)\nsearch_nodes(query!)\nread_graph()'],
  [
    'a graph without reading',
    'create_entities(entities[name entityType observations:array]!)\nsearch_nodes(query!)',
  ],
  ['a web search', 'search(query!)\nfetch(url!)\nget_page(id!)'],
  ['a web search with a timeline', 'search(query!)\ntimeline(user!)\npost(text!)'],
  ['a social network', 'search(query!)\ntimeline(handle!)\nget_posts(ids:array!)\nremember_me(text!)'],
  ['a telescope', 'search(query!)\ntimeline(target!)\nobservation_add(target! instrument!)'],
  ['an issue tracker', 'search_issues(query!)\ncreate_issue(title! body!)\nlist_issues()'],
  ['a search for all', 'unified_search(query!)\nunified_export(format!)'],
  ['a warehouse', 'unified_search(query!)\nunified_store(item_id! shelf!)'],
  ['product recalls', 'recall(product_id!)\nrecall_search(query!)'],
  ['product recalls by text', 'recall(query!)\nreport_recall(text!)'],
  ['a vector database', 'pinecone_query(index! vector:array!)\npinecone_upsert(index! vectors:array!)'],
  [
    'Chroma',
    'chroma_add_documents(collection_name! documents:array!)\nchroma_query_documents(collection_name! query_texts:array!)',
  ],
  ['a mail box', 'search_mail(query!)\nsave_draft(content!)\nretain_mail(id!)'],
  ['a calendar', 'search_events(query!)\ncreate_event(title! start!)\nremember_birthday(name! date!)'],
  ['a retention policy', 'retain(policy_id! days:number!)\nrecall(query!)'],
  ['tests of a memory', 'test_search_memories(query!)\ntest_add_memory(text!)'],
  ['an empty list', ''],
];

/** All tool lists. */
export const TOOL_LISTS: readonly ToolList[] = [
  ...SERVERS.map(([of, kind, text]) => ({ of, kind, tools: readTools(text) })),
  ...PREFIXES.map(([prefix, kind]) => {
    const [of, , text] = SERVERS.find(([, each]) => each === kind) as (typeof SERVERS)[number];
    const kindOf = kind as MemoryServerKind;
    return { of: `${of} as ${prefix}`, kind: kindOf, tools: readTools(text, prefix) };
  }),
  // Lists that a client shows together.
  { of: 'mem0 beside files', kind: 'mem0', tools: [...readTools(FILES), ...readTools(MEM0, 'mcp__mem0__')] },
  {
    of: 'a graph beside notes',
    kind: 'server-memory',
    tools: [...readTools('search_notes(query!)\nwrite_note(content!)'), ...readTools(GRAPH)],
  },
  { of: 'two of them', kind: null, tools: [...readTools(MEM0, 'work_'), ...readTools(MEM0, 'home_')] },
  ...DECOYS.map(([of, text]) => ({ of, kind: null, tools: readTools(text) })),
];

function readTools(text: string, prefix = ''): readonly ToolListing[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', args] = /^([^(]+)(?:\((.*)\))?$/u.exec(line) ?? [];
      return { name: prefix + name, ...(args === undefined ? {} : { inputSchema: readSchema(args) }) };
    });
}

function readSchema(args: string): Readonly<Record<string, unknown>> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [, name = '', entry, type = 'string', end] of args.matchAll(
    /([A-Za-z_]+)(?:\[([^\]]*)\])?(?::([a-z]+))?([!=?]?)/gu,
  )) {
    properties[name] =
      entry !== undefined
        ? { type: 'array', items: readSchema(entry) }
        : type === 'enum'
          ? { type: 'string', enum: ['red', 'blue'] }
          : end === '?'
            ? { anyOf: [{ type }, { type: 'null' }] }
            : { type, ...(end === '=' ? { default: '' } : {}) };
    if (end === '!' || end === '=') required.push(name);
  }
  return { type: 'object', properties, required };
}
