import { killPostgres } from '../../test/faults/postgres-kills.ts'
import { buildRelease } from '../build/client.ts'

// `bun run faults postgres [kills] [nodes]`: kills PostgreSQL under load and restarts it, 12 times. Exits with 1 when an
// acknowledged write is lost, a request is answered 500, or an outage is logged more than once.

await buildRelease()
const kills = Number(Bun.argv[2] ?? 12)
const nodes = Number(Bun.argv[3] ?? 1)
const onKill = (done: number, ms: number) =>
  console.log(`kill ${done} of ${kills}: everything answers ${Math.round(ms)} ms after PostgreSQL does`)
const { faults, ...results } = await killPostgres(kills, { nodes, onKill })
console.log(JSON.stringify(results, null, 2))
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 || results.withoutRetryAfter > 0 ? 1 : 0)
