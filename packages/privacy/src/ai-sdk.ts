export { leakGuardEmbedding, leakGuardMiddleware } from './guard/leak-guard-middleware.ts';
