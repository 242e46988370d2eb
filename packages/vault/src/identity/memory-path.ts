const MEMORY =
  /(?:^|\/)(?:semantic|episodic|procedural|external\/[^/]+)\/memory\/[^/]+\/([^/]*)-[0-9a-z]{12}\.md$/u;

/** True for the path of a note that an agent remembered: `<room>/memory/<category>/<slug>-<id>.md`. Notes from a bridge are below `external/<bridge>/`. */
export function isMemoryPath(path: string): boolean {
  return MEMORY.test(path);
}

/** True for the path of a memory whose file name was made from its text. A memory with a secret in it is called `memory` from the beginning. */
export function namesItsText(path: string): boolean {
  const name = MEMORY.exec(path)?.[1];
  return name !== undefined && name !== '' && name !== 'memory';
}

/** The title of such a note: the words of its file name without the id; undefined for every other note. */
export function titleOfMemory(path: string): string | undefined {
  return MEMORY.exec(path)?.[1]?.replaceAll('-', ' ').trim() || undefined;
}
