/** English and German words at the head of a statement that needs what stands before it. */
export const LEANING_WORDS: ReadonlySet<string> = new Set(
  (
    'this that these those such other another following in on at from for with by as to of when while if after before since until because note ' +
    'similar see here there then also however so but and or diese dieser dieses jene andere in im am bei von für mit als wenn nach vor seit siehe hier dort auch aber und oder'
  ).split(' '),
);
