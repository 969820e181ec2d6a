import{A as f,G as u,I as p,J as c,N as b,P as w,h as e,ja as g,ka as m,l as r,ma as y,o as d,y as h}from"./watch.js";function A({table:t,view:o,contest:s=null,leads:$,close:i}){let n=t.why.value;if(!n)return null;let a=n.told?.chain[n.told.chain.length-1];return e`<section class="why" aria-label=${r.why}>
<h3><span class="grow">${v(n.asked,n.told?.value,o,t.entries.value)}</span>
<button class="btn bare icon" aria-label=${r.close} onClick=${i}><${d} name="close" /></button></h3>
${n.failed&&e`<p>${w(n.failed)}</p>`}
${!n.told&&!n.failed&&e`<p class="soft">${r.loading}</p>`}
${n.told&&e`<ol>${n.told.chain.map(l=>e`<${x} key=${l.n} cause=${l} view=${o} line=${m(t.entries.value,l.n)} />`)}</ol>`}
${n.told&&(n.told.earlier??null)!==null&&e`<div class="row"><button class="btn bare" onClick=${()=>{t.explain(n.asked,n.told?.earlier??void 0)}}>${r.earlierChanges}</button></div>`}
${a&&e`<div class="row wrap">${s&&e`<button class="btn" onClick=${()=>s(m(t.entries.value,a.n))}><${d} name="flag" /> ${r.contest}</button>`}${$(g(t.entries.value,a.n),n.asked)}</div>`}
</section>`}function v(t,o,s,$){if(/^\d+$/.test(t))return r.whyLine(String(m($,Number(t))));let[i="",n=""]=t.split("."),a=n?b(r.whose,f(s,i),c(n)):c(i);return b(r.whyIs,a,o===void 0?"\u2026":typeof o=="number"?o:p(String(o)))}function x({cause:t,view:o,line:s}){let[$,i]=[Number(t.before),Number(t.after)],n=t.before!==null&&Number.isFinite($)&&Number.isFinite(i)?i-$:0,a=t.text.replace(/^Line \d+(?:, from command \d+ of seat \S+)?: /,"").replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/,".");return e`<li><span class="to">${t.after===null||typeof t.after=="object"?"":typeof t.after=="number"?t.after:p(String(t.after))}
${n!==0&&e`<small class=${n<0?"harm":"heal"}>${n<0?"\u2212":"+"}${Math.abs(n)}</small>`}</span>
<span lang="en">${u(a,o).map(l=>l.who?e`<b>${f(o,l.who)}</b>`:l.text)}
${t.dice.map(l=>e` <${y} view=${o} rolled=${l} />`)}
<small lang=${r.language}> ${r.line(s)}${t.rules.length?" \xB7 ":""}${t.rules.map((l,k)=>e`${k?", ":""}<abbr lang="en" title=${l.statement}>${h(l.id).replace(/ (?=\d)/,"-")}</abbr>`)}</small></span></li>`}export{A as Why};
