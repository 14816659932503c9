import { killNodes, takeoverLimitMs } from '../../test/faults/shared-kills.ts'
import { buildRelease } from '../build/client.ts'

// `bun run faults nodes [kills]`: two nodes on one folder and one PostgreSQL under load, killed at random and restarted 50
// times. Exits with 1 when an acknowledged write is lost or duplicated, or a takeover lasts longer than 15 s.

await buildRelease()
const kills = Number(Bun.argv[2] ?? 50)
const onKill = (done: number, ms: number) =>
  console.log(`kill ${done} of ${kills}: taken over after ${Math.round(ms)} ms`)
const { faults, ...results } = await killNodes(kills, { onKill })
console.log(JSON.stringify(results, null, 2))
for (const fault of faults) console.error(fault)
const isLate = results.longestTakeoverMs > takeoverLimitMs || results.longestBusyMs > takeoverLimitMs
if (isLate) console.error('a takeover lasted longer than 15 s')
process.exit(faults.length > 0 || isLate ? 1 : 0)
