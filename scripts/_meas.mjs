// node meas.mjs ROOT WINDOWS SET [policies]
const [root, windows, set, policies='everlong,newest'] = process.argv.slice(2);
const { replayFiles } = await import(root+'/packages/replay/src/index.ts');
const C='/work/shared/corpus/normalized/';
const sets={
 e:['claude-code/cclog-a7da6a22','claude-code/cclog-37f83ec9','mini-swe-agent/mini-django__django-11138'],
 c:['claude-code/cclog-a7da6a22','claude-code/cclog-37f83ec9','claude-code/cclog-cb2e607c','claude-code/cclog-7acd37a8','mini-swe-agent/mini-django__django-11138','mini-swe-agent/mini-sphinx-doc__sphinx-9229','mini-swe-agent/mini-sympy__sympy-19040','aider/aider-afi-core'],
 d:['claude-code/episodic-memory-long-conversation','claude-code/spotter-4d5611e5-241a-462a-8d15-5122611a9569','pi/pi-large-session','codex/codex-soulpass','mini-swe-agent/mini-pylint-dev__pylint-6528','mini-swe-agent/mini-django__django-15280'],
 a:['claude-code/agentic-wallet-claude-session','claude-code/cclog-7acd37a8','claude-code/spotter-tool-heavy','claude-code/session-share-0ccf1a04','mini-swe-agent/'+0,'mini-swe-agent/'+1],
 b:['claude-code/bastion-claude-session','claude-code/spotter-4d5611e5-241a-462a-8d15-5122611a9569','codex/codex-battle-cities','pi/pi-compact','mini-swe-agent/'+2,'mini-swe-agent/'+3],
};
import { readdirSync, statSync } from 'node:fs';
const mini=readdirSync(C+'mini-swe-agent').map(f=>[f,statSync(C+'mini-swe-agent/'+f).size]).sort((x,y)=>y[1]-x[1]).map(x=>x[0]).filter((_,i)=>i%3===0);
const files=sets[set].map(n=>/mini-swe-agent\/\d$/.test(n)?C+'mini-swe-agent/'+mini[+n.slice(-1)]:C+n+'.jsonl.gz');
for (const window of windows.split(',').map(Number)) {
  const t=performance.now();
  const {result,failures}=await replayFiles(files,{policies:policies.split(','),window,closedLoop:true,workers:1,...(process.env.BUDGET?{budget:JSON.parse(process.env.BUDGET)}:{})});
  if(failures.length)console.log(failures);
  for(const r of result.total){
    const c=r.closedLoop??{}; const nv=r.neededValues, nl=r.neededLines;
    console.log(window,r.policy.padEnd(9),'cost',(c.costToFinish??0).toFixed(3),'read100',(c.readAgainPer100??0).toFixed(1),'again',c.readAgain,'unmet',c.unmet,'| lines',(nl.present/nl.needed).toFixed(3),'risk',nl.atRisk.present+'/'+nl.atRisk.needed,'| values risk',nv.atRisk.present+'/'+nv.atRisk.needed,'ctx',nv.atRisk.contextRecall?.toFixed?.(3),'| compactions',r.compactions,'snapmax',r.snapshots.maxTokens,'inv',r.snapshots.invented.length,JSON.stringify(r.snapshots.invented.slice(0,6)),'refused',r.refused,r.overBudget,r.invalid,'prep',JSON.stringify(r.prepareMs), 'cmp', JSON.stringify(r.compactionMs??r.prepareMsCompacting??''));
  }
  for(const f of result.files){console.log(f.file.split('/').slice(-2).join('/').slice(0,50).padEnd(50),f.messages,f.results.map(r=>r.policy.slice(0,4)+' '+(r.closedLoop.costToFinish).toFixed(3)+' again '+r.closedLoop.readAgain+' val '+r.neededValues.atRisk.present+'/'+r.neededValues.atRisk.needed+' lines '+r.neededLines.present+'/'+r.neededLines.needed).join(' | '))}
  console.log(((performance.now()-t)/1000).toFixed(0)+'s');
}
