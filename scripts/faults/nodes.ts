import { resolve } from 'node:path'
import { killNodes, takeoverLimitMs } from '../../test/faults/shared-kills.ts'
import { buildClient } from '../build.ts'

// `bun run faults nodes [kills]`: two nodes on one folder and one PostgreSQL under load, either killed at random and started
// anew, 50 times. Ends with 1 when something that was acknowledged is lost or doubled, or a take-over lasts longer than 15 s.

await buildClient({ minify: true, outdir: resolve(import.meta.dir, '../../dist/client') })
const kills = Number(Bun.argv[2] ?? 50)
const onKill = (done: number, ms: number) =>
  console.log(`kill ${done} of ${kills}: taken over after ${Math.round(ms)} ms`)
const { faults, ...results } = await killNodes(kills, { onKill })
console.log(JSON.stringify(results, null, 2))
for (const fault of faults) console.error(fault)
const isLate = results.longestTakeoverMs > takeoverLimitMs || results.longestBusyMs > takeoverLimitMs
if (isLate) console.error('a take-over lasted longer than 15 s')
process.exit(faults.length > 0 || isLate ? 1 : 0)
