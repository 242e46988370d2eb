/** Settings of earlier versions, with their replacements. A config that still has one works without it, and a notice says so. */
export const RETIRED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['claims.symmetric', 'sentences are no longer compared by rules'],
  ['claims.inverse', 'sentences are no longer compared by rules'],
  ['ingest.agents', '`ingest.agent_addresses` replaces it'],
  ['ingest.daily_at', '`watch` reads followed sources again at 05:00'],
  ['llm.input_price', '`index` shows what a model reads and writes in tokens'],
  ['llm.output_price', '`index` shows what a model reads and writes in tokens'],
  ['memory.half_life_days', 'a memory that is not recalled counts half as fresh after 14 days'],
]);
