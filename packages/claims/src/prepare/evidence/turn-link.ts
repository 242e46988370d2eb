/** A turn of a conversation note, as a memory refers to it. */
export interface TurnLink {
  /** Vault-relative path of the note. */
  readonly path: string;
  /** The number in `^t<n>`. */
  readonly index: number;
}

const LINK = /^\[\[([^[\]|#^]+)#\^t(\d{1,9})\]\]$/u;

/** Writes the link from a memory to a turn. */
export function writeTurnLink({ path, index }: TurnLink): string {
  return `[[${path.replace(/\.md$/u, '')}#^t${index}]]`;
}

/** Parses a link to a turn; null for any other text. */
export function readTurnLink(link: string): TurnLink | null {
  const [, target, index] = LINK.exec(link.trim()) ?? [];
  if (target === undefined || index === undefined) return null;
  return { path: target.endsWith('.md') ? target : `${target}.md`, index: Number(index) };
}
