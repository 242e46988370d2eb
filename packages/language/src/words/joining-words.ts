/** English words that join terms and say nothing by themselves. */
export const JOINING_WORDS: ReadonlySet<string> = new Set(
  'a an the of to in on at for with by from and or is are was were be been has have had does do did will as that it its'.split(
    ' ',
  ),
);

/** Words on both sides of which things may stand in any order, of the languages most used. */
export const CONJUNCTIONS: ReadonlySet<string> = new Set(
  'and or und oder et ou y e o ed и или 和 与 と や'.split(' '),
);
