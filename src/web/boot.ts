/**
 * The one inline script: sets the colour scheme before anything is drawn, then loads the application after `load`, on public
 * pages (`data-start="idle"`) once the browser is idle or at the visitor's first interaction.
 */
export const bootScript = `(function(){var e=document.documentElement,d=e.dataset,n=0,w=window;
if(d.scheme==='auto')d.mantineColorScheme=w.matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
function add(t,a){var x=document.createElement(t);Object.assign(x,a);document.head.append(x)}
function go(){if(n++)return;
if(d.css)add('link',{rel:'stylesheet',href:d.css});
(d.chunks||'').split(' ').filter(Boolean).forEach(function(h){add('link',{rel:'modulepreload',href:h})});
if(d.app)add('script',{type:'module',src:d.app})}
if(d.start==='idle')['pointerdown','keydown','focusin'].forEach(function(t){w.addEventListener(t,go,{once:true,passive:true})});
w.addEventListener('load',function(){if(d.start!=='idle')setTimeout(go);else if(w.requestIdleCallback)w.requestIdleCallback(go,{timeout:5000});else setTimeout(go,1500)})})()`
  .split('\n')
  .join('')
