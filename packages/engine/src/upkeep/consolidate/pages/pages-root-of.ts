import type { MemoraConfig } from '../../../config/index.ts';

/** The folder below which the pages of a config stand; `''` for the vault itself. */
export function pagesRootOf({ pages, folder }: MemoraConfig['consolidation']): string {
  return pages === 'folder' ? folder.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '') : '';
}
