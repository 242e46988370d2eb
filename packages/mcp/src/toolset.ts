/** Which tools a server lists: all, those for notes, those of an agent's memory, its files, or all and the one that reads documents. */
export const TOOLSETS = ['all', 'core', 'memory', 'files', 'ingest'] as const;

/** One of {@link TOOLSETS}. */
export type Toolset = (typeof TOOLSETS)[number];
