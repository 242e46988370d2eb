/**
 * The Anthropic SDK: claims go in as search results, and its citations come out as citations of the notes, checked to the byte.
 *
 *   node ask.ts FOLDER "who carries the pager?"
 */
import Anthropic from '@anthropic-ai/sdk';
import { openMemory } from '@memora/engine';
import { toHitJson } from '@memora/engine/json';
import { verifyCitations } from '@memora/validator';

const [vault, ...words] = process.argv.slice(2);
if (vault === undefined || words.length === 0) {
  console.error('usage: ask.ts FOLDER QUESTION');
  process.exit(2);
}
const {
  MODEL_URL = 'https://api.anthropic.com',
  MODEL = 'claude-sonnet-4-5',
  ANTHROPIC_API_KEY = 'none',
} = process.env;
const client = new Anthropic({ baseURL: MODEL_URL, apiKey: ANTHROPIC_API_KEY, maxRetries: 0 });
const question = words.join(' ');

await using memory = await openMemory({ vault });
await memory.refresh({ first: true });
// What goes to a model holds no secret claim.
const { hits } = await memory.query(question, { k: 8, bands: ['public', 'private'] });
const results = hits.map((hit) => {
  const { claim_id, note, snippet } = toHitJson(hit);
  return {
    type: 'search_result' as const,
    source: `memora://claim/${claim_id}`,
    title: note,
    content: [{ type: 'text' as const, text: snippet }],
    citations: { enabled: true },
  };
});
const message = await client.messages.create({
  model: MODEL,
  max_tokens: 1024,
  messages: [{ role: 'user', content: [...results, { type: 'text', text: question }] }],
});
const report = await verifyCitations(message, {
  claims: (ids) => memory.claims.getClaims(ids),
  sources: (note) => memory.readNote(note),
});
console.log(report.cleanText.trim() || 'Nothing that the model wrote is supported by the notes.');
for (const check of report.checks) console.error(`  ${check.status}  ${check.claimId}  ${check.notePath}`);
process.exitCode = report.verdict === 'verified' ? 0 : 1;
