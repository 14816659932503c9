/**
 * The one inline script. It sets the colour scheme before the first paint and starts the application, which the page preloads,
 * after that paint, or after `load` in a hidden tab. Public pages (`data-start="idle"`) load and start it when the
 * browser is idle or at the visitor's first interaction. The full style sheet loads last, as the critical rules are inlined.
 */
export const bootScript =
  `(function(){var e=document.documentElement,d=e.dataset,n=0,w=window,i=d.start==='idle';
if(d.scheme==='auto')d.mantineColorScheme=w.matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
function add(r,h){var x=document.createElement('link');x.rel=r;x.href=h;document.head.append(x)}
function go(){if(n++||!d.app)return;if(i)[d.app].concat((d.chunks||'').split(' ')).forEach(function(h){if(h)add('modulepreload',h)});
import(d.app).finally(function(){if(d.css)add('stylesheet',d.css)})}
function soon(){setTimeout(go)}
if(i)['pointerdown','keydown','focusin'].forEach(function(t){w.addEventListener(t,go,{once:true,passive:true})});
else w.addEventListener('DOMContentLoaded',function(){w.requestAnimationFrame(soon)});
w.addEventListener('load',function(){if(!i)soon();else if(w.requestIdleCallback)w.requestIdleCallback(go,{timeout:5000});else setTimeout(go,1500)})})()`
    .split('\n')
    .join('')
