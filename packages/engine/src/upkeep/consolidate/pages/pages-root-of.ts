import type { MemoraConfig } from '../../../config/index.ts';

/** The folder of all pages of a config; `''` for the vault itself. */
export function pagesRootOf({ pages, folder }: MemoraConfig['consolidation']): string {
  return pages === 'folder' ? folder.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '') : '';
}
