import {
  folderOf,
  inspectPlace,
  makeFolder,
  moveAside,
  placeIn,
  writeWholeFile,
} from '@memora/privacy/files';
import { trashOf } from '../forget/move-memory.ts';
import type { FilePorts } from './file-ports.ts';

/** Moves a file or a folder to the trash, under a name with the time. */
export function moveToTrash(path: string, ports: Pick<FilePorts, 'vault' | 'now'>): void {
  const place = placeIn(ports.vault.root, freeName(path, ports));
  makeFolder(folderOf(place), 0o777);
  moveAside(placeIn(ports.vault.root, path), place);
}

/** Keeps a version of a note before an edit replaces it. */
export async function keepVersion(
  path: string,
  bytes: Uint8Array,
  ports: Pick<FilePorts, 'vault' | 'now'>,
): Promise<void> {
  const place = placeIn(ports.vault.root, freeName(path, ports));
  await writeWholeFile(place, bytes, { isNew: true, mode: 0o600, folderMode: 0o777 });
}

function freeName(path: string, { vault, now }: Pick<FilePorts, 'vault' | 'now'>): string {
  const time = now().toISOString().replaceAll(/[-:.]/gu, '');
  const [, stem = path, ending = ''] = /^(.*?)((?:\.file)?\.md)?$/su.exec(path) ?? [];
  for (let number = 0; ; number++) {
    const name = trashOf(`${stem}.${time}${number === 0 ? '' : `-${number}`}${ending}`);
    if (inspectPlace(placeIn(vault.root, name)) === null) return name;
  }
}
