/** What runs in the page: one script and one style sheet, and the script that only a live page has. */
export interface PageCode {
  readonly script: string;
  readonly style: string;
  readonly live: string;
}

/**
 * The page's code. A build of this package puts the bundled code in the place of this module (`tsup.base.ts`); from source it
 * is bundled when it is first asked for.
 */
export async function readPageCode(): Promise<PageCode> {
  bundled ??= bundle();
  return bundled;
}

let bundled: Promise<PageCode> | undefined;

async function bundle(): Promise<PageCode> {
  // Not an import of its own: the tool that bundles is no part of what is published.
  const tool = new URL('../page/bundle-page.ts', import.meta.url).href;
  const { bundlePage } = (await import(tool)) as { bundlePage: () => Promise<PageCode> };
  return bundlePage();
}
