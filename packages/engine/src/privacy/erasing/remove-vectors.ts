import { DRAFT_NAME, memoraPlace, removeFolder } from '@memora/privacy/files';

/** Removes the index of vectors of a vault, which is made again when it is needed. Files of other names stay. */
export function removeVectors(vaultRoot: string): void {
  const isOurs = (name: string) => name.startsWith('claims.usearch') || DRAFT_NAME.test(name);
  removeFolder(memoraPlace(vaultRoot, 'vectors'), isOurs);
}
