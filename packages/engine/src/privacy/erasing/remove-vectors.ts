import { DRAFT_NAME, memoraPlace, removeFolder } from '@memora/privacy/files';

/** Removes a vault's vector index, which is rebuilt when it is needed. Files with other names stay. */
export function removeVectors(vaultRoot: string): void {
  const isOurs = (name: string) => name.startsWith('claims.usearch') || DRAFT_NAME.test(name);
  removeFolder(memoraPlace(vaultRoot, 'vectors'), isOurs);
}
