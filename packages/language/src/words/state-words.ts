const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** How people are spoken of by name. */
export const TITLES: ReadonlySet<string> = words(
  'mr mrs ms miss dr prof herr frau dr. m. m mme mlle sr sra señor señora don doña signor signora sig dott dottoressa senhor senhora г-н г-жа',
);
