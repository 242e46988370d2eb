/** The page's code: one script and one style sheet, and the extra script of a live page. */
export interface PageCode {
  readonly script: string;
  readonly style: string;
  readonly live: string;
}

/** Returns the page's code. A build of this package replaces this module with the bundled code (`tsup.base.ts`); from source it is bundled on first use. */
export async function readPageCode(): Promise<PageCode> {
  bundled ??= bundle();
  return bundled;
}

let bundled: Promise<PageCode> | undefined;

async function bundle(): Promise<PageCode> {
  // A dynamic import, because the bundler is not published.
  const tool = new URL('../page/bundle-page.ts', import.meta.url).href;
  const { bundlePage } = (await import(tool)) as { bundlePage: () => Promise<PageCode> };
  return bundlePage();
}
