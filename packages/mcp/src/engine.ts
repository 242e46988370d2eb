export { openMemory } from '@memora/engine';
