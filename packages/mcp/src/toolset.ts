/** The tools that a server lists: all, those for notes, those of an agent's memory, its files, or all with the one that reads documents. */
export const TOOLSETS = ['all', 'core', 'memory', 'files', 'ingest'] as const;

/** One of {@link TOOLSETS}. */
export type Toolset = (typeof TOOLSETS)[number];

/** The names of the memory tools: `memora_remember memora_recall memora_forget`, or `memory_save memory_search memory_forget`. */
export const TOOL_NAMES = ['memora', 'memory'] as const;

/** One of {@link TOOL_NAMES}. */
export type ToolNames = (typeof TOOL_NAMES)[number];
