/**
 * How much a page counts in the search. Guides come first, and generated pages last. VitePress sends the
 * source of this function to the browser, so it may not use names from outside.
 */
export const boostDocument = (page: string): number => {
  if (page.includes('/api/')) return 0.1;
  const ofChanging = [
    '/packages/',
    '/examples/',
    '/how-to/',
    '/architecture',
    '/find-your-way',
    '/contributing',
  ];
  if (ofChanging.some((each) => page.includes(each)) || page.includes('/benchmarks')) return 0.4;
  if (
    ['/reference/', '/security', '/team-operations', '/past-one-machine'].some((each) => page.includes(each))
  )
    return 0.5;
  return page.includes('/start/') ? 2 : 1;
};
