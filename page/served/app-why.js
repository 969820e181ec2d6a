import{E as d,H as h,K as f,_ as u,ba as p,ca as b,h as e,ha as c,ja as g,ra as m,t as r,ta as w}from"./app.js";function A({table:n,view:l,contest:a=null,close:s}){let t=n.why.value;return t?e`<section class="why" aria-label=${r.why}>
<h3><span class="grow">${k(t.asked,t.told?.value,l,n.entries.value)}</span>
<button class="btn bare icon" aria-label=${r.close} onClick=${s}><${d} name="close" /></button></h3>
${t.failed&&e`<p>${g(t.failed)}</p>`}
${!t.told&&!t.failed&&e`<p class="soft">${r.loading}</p>`}
${t.told&&e`<ol>${t.told.chain.map(o=>e`<${v} key=${o.n} cause=${o} view=${l} line=${m(n.entries.value,o.n)} />`)}</ol>`}
${t.told&&(t.told.earlier??null)!==null&&e`<div class="row"><button class="btn bare" onClick=${()=>{n.explain(t.asked,t.told?.earlier??void 0)}}>${r.earlierChanges}</button></div>`}
${a&&t.told&&t.told.chain.length>0&&e`<div class="row"><button class="btn" onClick=${()=>a(m(n.entries.value,t.told?.chain[t.told.chain.length-1]?.n??0))}><${d} name="flag" /> ${r.contest}</button></div>`}
</section>`:null}function k(n,l,a,s){if(/^\d+$/.test(n))return r.whyLine(String(m(s,Number(n))));let[t="",o=""]=n.split("."),$=o?c(r.whose,f(a,t),b(o)):b(t);return c(r.whyIs,$,l===void 0?"\u2026":typeof l=="number"?l:p(String(l)))}function v({cause:n,view:l,line:a}){let[s,t]=[Number(n.before),Number(n.after)],o=n.before!==null&&Number.isFinite(s)&&Number.isFinite(t)?t-s:0,$=n.text.replace(/^Line \d+(?:, from command \d+ of seat \S+)?: /,"").replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/,".");return e`<li><span class="to">${n.after===null||typeof n.after=="object"?"":typeof n.after=="number"?n.after:p(String(n.after))}
${o!==0&&e`<small class=${o<0?"harm":"heal"}>${o<0?"\u2212":"+"}${Math.abs(o)}</small>`}</span>
<span lang="en">${u($,l).map(i=>i.who?e`<b>${f(l,i.who)}</b>`:i.text)}
${n.dice.map(i=>e` <${w} view=${l} rolled=${i} />`)}
<small lang=${r.language}> ${r.line(a)}${n.rules.length?" \xB7 ":""}${n.rules.map((i,y)=>e`${y?", ":""}<abbr lang="en" title=${i.statement}>${h(i.id).replace(/ (?=\d)/,"-")}</abbr>`)}</small></span></li>`}export{A as Why};
