/**
 * For `catch`: turns errors of SQLite into MemoraErrors and throws them. A page that was not read since the
 * database was opened may be damaged, and such a read bypasses the store.
 */
export function throwOurs(path: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!String((error as { code?: unknown })?.code).startsWith('SQLITE_')) throw error;
    const { toStoreError } = await import('@memora/claims/internal');
    throw toStoreError(error, path);
  };
}
