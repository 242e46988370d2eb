import { listFolder, memoraPlace } from '@memora/privacy/files';

const ASIDE = /\.db\.(?:unknown|damaged)-[^/\\]*$/;

/**
 * Names in `.memora/` of databases that were set aside as damaged or as not ours, with what SQLite kept beside them. They stay as they were:
 * no run opens them, so what becomes secret later stays in them.
 */
export function findAside(root: string): string[] {
  try {
    return listFolder(memoraPlace(root)).flatMap(({ name }) => (ASIDE.test(name) ? [name] : []));
  } catch {
    return [];
  }
}
