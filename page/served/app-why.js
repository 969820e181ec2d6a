import{C as b,F as m,U as d,V as f,_ as p,aa as c,h as l,ja as h,la as u,p as e,z as $}from"./app.js";function I({table:n,view:o,contest:a=null,close:i}){let t=n.why.value;return t?l`<section class="why" aria-label=${e.why}>
<h3><span class="grow">${w(t.asked,t.told?.value,o)}</span>
<button class="btn bare icon" aria-label=${e.close} onClick=${i}><${$} name="close" /></button></h3>
${t.failed&&l`<p>${c(t.failed)}</p>`}
${!t.told&&!t.failed&&l`<p class="soft">${e.loading}</p>`}
${t.told&&l`<ol>${t.told.chain.map(s=>l`<${y} key=${s.n} cause=${s} view=${o} />`)}</ol>`}
${t.told&&(t.told.earlier??null)!==null&&l`<div class="row"><button class="btn bare" onClick=${()=>{n.explain(t.asked,t.told?.earlier??void 0)}}>${e.earlierChanges}</button></div>`}
${a&&t.told&&t.told.chain.length>0&&l`<div class="row"><button class="btn" onClick=${()=>a(t.told?.chain[t.told.chain.length-1]?.n??0)}><${$} name="flag" /> ${e.contest}</button></div>`}
</section>`:null}function w(n,o,a){if(/^\d+$/.test(n))return e.whyLine(n);let[i="",t=""]=n.split("."),s=t?p(e.whose,m(a,i),f(t)):f(i);return p(e.whyIs,s,o===void 0?"\u2026":typeof o=="number"?o:d(String(o)))}function y({cause:n,view:o}){let[a,i]=[Number(n.before),Number(n.after)],t=n.before!==null&&Number.isFinite(a)&&Number.isFinite(i)?i-a:0,s=n.text.replace(/^Line \d+(?:, from command \d+ of seat \S+)?: /,"").replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/,".");return l`<li><span class="to">${n.after===null||typeof n.after=="object"?"":typeof n.after=="number"?n.after:d(String(n.after))}
${t!==0&&l`<small class=${t<0?"harm":"heal"}>${t<0?"\u2212":"+"}${Math.abs(t)}</small>`}</span>
<span lang="en">${u(s,o).map(r=>r.who?l`<b>${m(o,r.who)}</b>`:r.text)}
${n.dice.map(r=>l` <${h} view=${o} rolled=${r} />`)}
<small lang=${e.language}> ${e.line(n.n)}${n.rules.length?" \xB7 ":""}${n.rules.map((r,g)=>l`${g?", ":""}<abbr lang="en" title=${r.statement}>${b(r.id).replace(/ (?=\d)/,"-")}</abbr>`)}</small></span></li>`}export{I as Why};
