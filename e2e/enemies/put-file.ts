import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from './hostile-vault.ts';

/** Writes a file into the vault and creates the folders that it needs. */
export function putFile({ vault }: Pick<Site, 'vault'>, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(vault, name)), { recursive: true });
  writeFileSync(join(vault, name), content);
}
