/** The kind of a row of `memora.scope` as its readers name it: that of a group by its name, `@payments`. */
export function shownKind(scope: string): string {
  return `CASE ${scope}.kind WHEN 'group' THEN '@' || ${scope}.owner ELSE ${scope}.kind END`;
}
