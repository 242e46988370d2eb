import { readFileSync } from 'node:fs';
import { openMemory } from '@memora/engine';
import { readShownUnits } from '/work/wt/w18/bench/answers-runs/read-shown-units.ts';
const only = process.argv[3];
const by = new Map<string, string[]>();
for (const line of readFileSync(process.argv[2]!, 'utf8').split('\n')) { const [v, q] = line.split('\t'); if (q && (!only || v===only)) (by.get(v!) ?? by.set(v!, []).get(v!)!).push(q); }
for (const [v, qs] of by) {
  const m = await openMemory({ vault: `/tmp/v/${v}`, env: { MEMORA_CONFIG_DIR: '/tmp/v/cfg' } });
  await m.index({ writeNotes: false });
  for (const q of qs) {
    const a = await m.ask(q);
    const u = readShownUnits(a);
    console.log(`\n## ${v}: ${q}  ${u.length === 0 ? '   *** ABSTAINS' : ''}`);
    if (u.length===0) for (const n of (a as any).nearest ?? []) console.log('   ~ ' + JSON.stringify(n).slice(0, 260));
    for (const x of u.slice(0, 3)) console.log('   - [' + x.notes.join(',') + '] ' + x.text.replace(/\s+/g, ' ').slice(0, +(process.env.W ?? 220)));
  }
  await m.close();
}
