/** English words that join terms and have no meaning of their own. */
export const JOINING_WORDS: ReadonlySet<string> = new Set(
  'a an the of to in on at for with by from and or is are was were be been has have had does do did will as that it its'.split(
    ' ',
  ),
);
