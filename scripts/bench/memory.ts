import { buildRelease } from '../build/client.ts'
import { loadedSettings, callersPassword as password, seedCallers } from './data/seed-callers.ts'
import type { HostilePlan, Statuses } from './programs/hostile-load.ts'
import type { LoadPlan, Tally } from './programs/overload-load.ts'
import { inFolder, type Running, residentBytes, runProgram, startPortal } from './support/measure.ts'

// `bun run bench memory [minutes]`: the portal's resident memory when idle, during that many minutes (6) of the mixed load of
// `overload`, after 20,000 hostile requests and after a minute of rest. Exits with 1 when one of them exceeds its limit.

const minutes = Number(process.argv[2] ?? 6)
const rate = 150
const hostileRequests = 20_000
// By then, the portal has released the memory of its start (src/server/system/release-memory.ts).
const settleMs = 20_000
const restMs = 60_000
/** Megabytes; and the share by which the last third of the load may exceed the second. */
const bars = { idle: 180, load: 500, growth: 0.15, hostile: 500, rest: 220 }

const residentMb = async ({ pid }: Running): Promise<number> => (await residentBytes(pid)) / 1e6
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function judge(what: string, megabytes: number, most: number): void {
  const isMet = megabytes <= most
  const bar = `the limit of ${most.toFixed(0)} MB is ${isMet ? 'met' : 'NOT met'}`
  console.log(`${what.padEnd(32)}${megabytes.toFixed(0).padStart(5)} MB  ${bar}`)
  if (!isMet) process.exitCode = 1
}

/** Sends the mixed load, and returns the resident memory in each second. */
async function load(portal: Running, plan: LoadPlan): Promise<number[]> {
  const seen: number[] = []
  const timer = setInterval(async () => {
    seen.push(await residentMb(portal))
    if (seen.length % 30 === 0) console.log(`  ${seen.length} s: ${seen.at(-1)?.toFixed(0)} MB`)
  }, 1_000)
  const tallies = await runProgram<Record<string, Tally>>('overload-load', plan)
  clearInterval(timer)
  const sum = (key: 'sent' | 'accepted') => Object.values(tallies).reduce((all, tally) => all + tally[key], 0)
  console.log(`  ${sum('accepted')} of ${sum('sent')} requests accepted`)
  return seen
}

async function bench(dataDir: string): Promise<void> {
  const people = await seedCallers(dataDir)
  const portal = await startPortal(dataDir, loadedSettings)
  try {
    await Bun.sleep(settleMs)
    judge('idle after the start', await residentMb(portal), bars.idle)
    const seen = await load(portal, { url: portal.url, people, password, rate, seconds: minutes * 60 })
    const third = Math.floor(seen.length / 3)
    judge('mixed load, at most', Math.max(...seen), bars.load)
    judge(
      'mixed load, its last third',
      mean(seen.slice(-third)),
      mean(seen.slice(third, -third)) * (1 + bars.growth),
    )
    const plan: HostilePlan = { url: portal.url, requests: hostileRequests }
    const statuses = await runProgram<Statuses>('hostile-load', plan)
    judge(`after ${hostileRequests} hostile requests`, await residentMb(portal), bars.hostile)
    console.log(`  answered ${JSON.stringify(statuses)}`)
    await Bun.sleep(restMs)
    judge('after a minute of rest', await residentMb(portal), bars.rest)
  } finally {
    await portal.stop()
  }
}

await buildRelease()
await inFolder(bench)
