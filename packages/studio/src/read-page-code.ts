/** What runs in the page: one script and one style sheet. */
export interface StudioPageCode {
  readonly script: string;
  readonly style: string;
}

/**
 * The page's code. A build puts the bundled code in the place of this module (`tsup.base.ts`); from source it is bundled when it is
 * first asked for.
 */
export async function readPageCode(): Promise<StudioPageCode> {
  bundled ??= bundle();
  return bundled;
}

let bundled: Promise<StudioPageCode> | undefined;

async function bundle(): Promise<StudioPageCode> {
  // Not an import of its own: the tool that bundles is not published.
  const tool = new URL('../page/bundle-page.ts', import.meta.url).href;
  const { bundlePage } = (await import(tool)) as { bundlePage: () => Promise<StudioPageCode> };
  return bundlePage();
}
