import { loadCorpus } from './support/corpus.ts';
import { createInputCompiler } from '../src/compile/input/compile-input.ts';
import { defaultCompileSettings } from '../src/compile/settings.ts';
import { readToolSettings } from '../src/compile/tool-options.ts';
import { profiles } from '../src/core/tool.ts';
for (const name of ['linear','railway','skywalking']) {
  const s = await loadCorpus(name) as any;
  const schema = s.sources?.schema ?? s.schema; const ops = s.sources?.operations ?? s.operations;
  for (const profile of profiles) for (let round=0; round<2; round++) {
    const t=performance.now();
    const c=createInputCompiler(schema,{...defaultCompileSettings,profile});
    let collapsed=0,bytes=0; const out=[] as any[];
    for (const o of ops) { if(o.operation.operation==='subscription') continue; const x=c(o,readToolSettings(o,undefined).params,o.operation.name?.value??'x'); out.push(x); }
    const ms=performance.now()-t;
    for(const x of out){ bytes+=JSON.stringify(x.inputSchema).length; if(x.diagnostics.some((d:any)=>d.code==='INPUT_SCHEMA_COLLAPSED')) collapsed++; }
    if(round) console.log(name,profile,ops.length,ms.toFixed(0)+'ms','collapsed',collapsed,'bytes',bytes);
    if (round && name==='linear' && (profile==='portable' || profile==='full')) {
      out.sort((a,b)=>JSON.stringify(b.inputSchema).length-JSON.stringify(a.inputSchema).length);
      for (const x of [out[0],out[20],out[300]]) { const t=performance.now(); x.prepareArguments({}); const need=Object.fromEntries((x.inputSchema.required??[]).map((k:string)=>[k, 'x'])); const r=x.prepareArguments(need); console.log(JSON.stringify(x.inputSchema).length,(performance.now()-t).toFixed(1), JSON.stringify(r).slice(0,100)); }
    }
  }
}
