/** A turn of a conversation note, as a memory names it. */
export interface TurnLink {
  /** Vault-relative path of the note. */
  readonly path: string;
  /** The number in `^t<n>`. */
  readonly index: number;
}

const LINK = /^\[\[([^[\]|#^]+)#\^t(\d{1,9})\]\]$/u;

/** The link by which a memory names a turn. */
export function writeTurnLink({ path, index }: TurnLink): string {
  return `[[${path.replace(/\.md$/u, '')}#^t${index}]]`;
}

/** The turn that a link names; null for any other text. */
export function readTurnLink(link: string): TurnLink | null {
  const [, target, index] = LINK.exec(link.trim()) ?? [];
  if (target === undefined || index === undefined) return null;
  return { path: target.endsWith('.md') ? target : `${target}.md`, index: Number(index) };
}
