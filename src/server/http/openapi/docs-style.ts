import { radius, space, text, tokens } from '#web/tokens.ts'

const colours = ['canvas', 'surface', 'text', 'dimmed', 'link', 'hairline', 'hover'] as const

const variables = colours
  .map((name) => `--${name}:light-dark(${tokens.light[name]},${tokens.dark[name]})`)
  .join(';')

/** The style of the page that shows the document. */
export const docsStyle = `
:root{color-scheme:light dark;${variables}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:${text.md}/1.6 system-ui,sans-serif}
main,header{max-width:960px;margin:0 auto;padding:0 ${space[4]}}
header{padding-top:${space[8]}}
h1{margin:0;font-size:${text['2xl']};line-height:1.25}
h2{margin:${space[8]} 0 ${space[3]};font-size:${text.lg}}
h3{margin:${space[4]} 0 ${space[1]};font-size:${text.sm};color:var(--dimmed);font-weight:500}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:0 ${space[4]};margin:${space[4]} 0;padding:0;list-style:none}
nav a{display:inline-block;min-width:44px;padding:${space[3]} 0}
code,pre{font:${text.sm}/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:0;padding:${space[3]};border-radius:${radius.sm};background:var(--hover);white-space:pre-wrap}
details{margin-bottom:${space[2]};border:1px solid var(--hairline);border-radius:${radius.lg};background:var(--surface)}
summary{display:grid;grid-template-columns:4.5rem 1fr auto;gap:0 ${space[3]};padding:${space[3]} ${space[4]};cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--hover);border-radius:inherit}
summary::after{content:'+' / '';grid-area:1/3;color:var(--dimmed)}
[open]>summary::after{content:'−' / ''}
summary b{font-weight:600}
summary span{grid-column:2;color:var(--dimmed)}
details p{margin:0}
details>div{padding:0 ${space[4]} ${space[4]}}
dl{margin:0}
dt{font-weight:500}
dd{margin:0 0 ${space[2]};color:var(--dimmed)}
footer{padding:${space[8]} 0}
`
