import { type DoctorCheck, ok, warning } from './doctor-check.ts';

/**
 * Checks whether installing the optional `usearch` would help: below the limit, comparing every vector is
 * faster than opening its index.
 */
export async function checkVectors(
  claims: number,
  wantsVectors: boolean,
  look: () => Promise<{ readonly limit: number; readonly isInstalled: boolean }> = lookForUsearch,
): Promise<DoctorCheck[]> {
  if (!wantsVectors) return [];
  const { limit, isInstalled } = await look();
  if (claims <= limit || isInstalled) return [ok('vectors', 'the installed search is fast enough')];
  const [count, most] = [claims, limit].map((number) => number.toLocaleString('en'));
  return [
    warning(
      'vectors',
      `${count} claims are compared one by one: above ${most} an index is faster, and usearch is not installed`,
      'Run `npm install usearch` next to Memora, then `memora index`. Without it, answers are the same but slower.',
    ),
  ];
}

async function lookForUsearch() {
  const { EXACT_LIMIT, hasUsearch } = await import('@memora/retrieval');
  return { limit: EXACT_LIMIT, isInstalled: await hasUsearch() };
}
