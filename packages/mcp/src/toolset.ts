/** Which tools a server lists: all, those for notes, or those of an agent's memory. */
export const TOOLSETS = ['all', 'core', 'memory'] as const;

/** One of {@link TOOLSETS}. */
export type Toolset = (typeof TOOLSETS)[number];
