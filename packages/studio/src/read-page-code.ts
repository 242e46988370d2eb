/** The page's code: one script and one style sheet. */
export interface StudioPageCode {
  readonly script: string;
  readonly style: string;
}

/** Returns the page's code. A build replaces this module with the bundled code (`tsup.base.ts`); from source it is bundled on first use. */
export async function readPageCode(): Promise<StudioPageCode> {
  bundled ??= bundle();
  return bundled;
}

let bundled: Promise<StudioPageCode> | undefined;

async function bundle(): Promise<StudioPageCode> {
  // Not a static import, because the bundler is not published.
  const tool = new URL('../page/bundle-page.ts', import.meta.url).href;
  const { bundlePage } = (await import(tool)) as { bundlePage: () => Promise<StudioPageCode> };
  return bundlePage();
}
