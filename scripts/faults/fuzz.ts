import { createFixture } from '../../test/authorisation/fixture.ts'
import { fuzz } from '../../test/fuzz/fuzz.ts'

// `bun run faults fuzz [inputs] [seed]`: inputs generated from the schemas of the live route table, on both transports of a
// portal in this process.

const count = Number(Bun.argv[2] ?? 15_000)
const seed = Number(Bun.argv[3] ?? Date.now() % 2 ** 31)
const fixture = await createFixture()
const started = performance.now()
const { calls, statuses, problems } = await fuzz(fixture, { count, seed })
const seconds = ((performance.now() - started) / 1_000).toFixed(0)
const faults = fixture.app.logged.filter((line) => !line.includes('many requests denied'))
await fixture.close()

const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, number]) => `${status}: ${number}`)
console.log(`${calls} inputs in ${seconds} s with seed ${seed}. ${counts.join(', ')}`)
for (const problem of [...problems, ...faults]) console.log(problem)
console.log(
  problems.length + faults.length === 0
    ? 'Nothing found.'
    : `${problems.length} answers and ${faults.length} log lines are wrong.`,
)
process.exit(problems.length + faults.length === 0 ? 0 : 1)
