import { listFolder, memoraPlace } from '@memora/privacy/files';

const ASIDE = /\.db\.(?:unknown|damaged)-[^/\\]*$/;

/**
 * Names in `.memora/` of databases that were set aside as damaged or as another user's, with SQLite's files
 * next to them. No run opens them, so text that becomes secret later stays in them.
 */
export function findAside(root: string): string[] {
  try {
    return listFolder(memoraPlace(root)).flatMap(({ name }) => (ASIDE.test(name) ? [name] : []));
  } catch {
    return [];
  }
}
