/**
 * Returns SQL for the kind of a row of `memora.scope` as readers know it; a group's is its name, `@payments`.
 */
export function shownKind(scope: string): string {
  return `CASE ${scope}.kind WHEN 'group' THEN '@' || ${scope}.owner ELSE ${scope}.kind END`;
}
