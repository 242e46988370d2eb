export { type AskedKind, readAskedKind } from './asked/read-asked-kind.ts';
