/** English prefixes before a hyphen that are rarely the first half of a word split at a line end. */
export const PREFIX_WORDS: ReadonlySet<string> = new Set(
  'self well ill half non ex all cross long short high low full part two three four five six seven eight nine ten first second third twenty thirty forty fifty sixty seventy eighty ninety so quasi pseudo semi anti multi vice late mid post pre real open closed wide deep hard soft large small single double old new year day user time end state cost data e co'.split(
    ' ',
  ),
);
