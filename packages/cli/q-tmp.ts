import { openMemory } from '@memora/engine';
const m = await openMemory({ vault: `/tmp/v/${process.argv[2]}`, env: { MEMORA_CONFIG_DIR: '/tmp/v/cfg' } });
for (const q of process.argv.slice(3)) { const r:any = await m.query(q, { limit: 12 } as any); console.log('##', q, Object.keys(r)); for (const h of r.hits) console.log(h.score?.toFixed(3), h.claim?.notePath ?? h.notePath, JSON.stringify(h.passage?.text ?? h.text ?? h.claim?.subject).slice(0,140)); }
await m.close();
