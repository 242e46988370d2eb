export { hasNodeSqlite, nodeDriver } from './store/open/node-driver.ts';
export { plainDriver } from './store/open/plain-driver.ts';
export type { SqliteDriver } from './store/open/sqlite-driver.ts';
