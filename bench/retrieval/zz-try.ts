import { createRetriever, createLexicalIndex, DEFAULT_LEXICAL_PARAMETERS as D } from '@memora/retrieval';
import { createTimeQaSet } from './time-qa.ts';
import { evaluate } from './measures.ts';
import { createRawFts5, createMiniSearch, createOrama } from './baselines.ts';
const t=performance.now();
const set=(await createTimeQaSet('/work/shared/data','dev',[createLexicalIndex()]))!;
console.log('indexed',set.texts.length,'claims',set.questions.length,'q', ((performance.now()-t)/1000).toFixed(1),'s; covered',set.questions.filter(q=>q.relevant.size).length);
const show=async(n:string,s:any)=>{const t=performance.now();console.log(n,(await evaluate(set,s)).mean.toFixed(4),((performance.now()-t)/set.questions.length).toFixed(2)+'ms');};
if(!process.argv[3]){
await show('raw fts5',createRawFts5(set.texts));
await show('raw fts5 porter',createRawFts5(set.texts,'porter unicode61'));
await show('raw fts5 porter+title',createRawFts5(set.texts,'porter unicode61',true));
await show('minisearch',createMiniSearch(set.texts));
await show('orama',await createOrama(set.texts));}
const ours=(o:any={})=>{const r=createRetriever({store:set.store,...o});return async(q:string,k:number)=>(await r.query(q,{k})).hits.map((h:any)=>h.claim.id);};
await show('ours',ours());
for(const v of JSON.parse(process.argv[2]??'[]')) await show(JSON.stringify(v),ours({...v,lexical:{...v.l,parameters:{...D,...v.p,weights:{...D.weights,...v.w},lengthNormalisation:{...D.lengthNormalisation,...v.b}}}}));
await set[Symbol.asyncDispose]();
