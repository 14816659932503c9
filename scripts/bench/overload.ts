import { buildRelease } from '../build/client.ts'
import { loadedSettings, callersPassword as password, seedCallers } from './data/seed-callers.ts'
import type { Caller, LoadPlan, Tally } from './programs/overload-load.ts'
import {
  cpuSeconds,
  inFolder,
  quantile,
  type Running,
  residentBytes,
  runProgram,
  startPortal,
} from './support/measure.ts'

// `bun run bench overload [rate] [seconds]`: pages, calls, polls, uploads and sign-ins at a steady rate (600 a second for ten
// minutes), whether answered or not. `bun run bench overload ramp [seconds]` raises the rate until requests are refused.
// Exits with 1 when a request timed out, p95 of accepted requests is over 250 ms, or the portal used more than 500 MB.

const isRamp = process.argv[2] === 'ramp'
const rate = isRamp ? 100 : Number(process.argv[2] ?? 600)
const seconds = Number(process.argv[3] ?? (isRamp ? 20 : 600))
const rampStep = 100
const reportEvery = 10
const bar = { p95Ms: 250, residentMb: 500 }

/** Requests answered since the start, with any status. */
async function answeredBy({ url }: Running): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^portal_requests_total\S* (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

function printTallies(tallies: Record<string, Tally>): { p95: number; shed: number; timedOut: number } {
  const columns = ['sent', 'accepted', 'shed', 'limited', 'timed out', 'p50 ms', 'p95 ms', 'max ms']
  console.log(`${''.padEnd(10)}${columns.map((name) => name.padStart(10)).join('')}  other`)
  const all: Tally = { sent: 0, accepted: 0, shed: 0, limited: 0, timedOut: 0, odd: {}, took: [] }
  const row = (name: string, { sent, accepted, shed, limited, timedOut, odd, took }: Tally) => {
    const times = [quantile(took, 0.5), quantile(took, 0.95), quantile(took, 1)]
    const cells = [sent, accepted, shed, limited, timedOut, ...times].map((cell) => String(cell).padStart(10))
    console.log(`${name.padEnd(10)}${cells.join('')}  ${JSON.stringify(odd)}`)
    return times[1] ?? 0
  }
  for (const [name, tally] of Object.entries(tallies)) {
    row(name, tally)
    for (const key of ['sent', 'accepted', 'shed', 'limited', 'timedOut'] as const) all[key] += tally[key]
    for (const [odd, count] of Object.entries(tally.odd)) all.odd[odd] = (all.odd[odd] ?? 0) + count
    all.took.push(...tally.took)
  }
  return { p95: row('all', all), shed: all.shed, timedOut: all.timedOut }
}

/** Sends the requests from another process while this one watches the portal and prints its state every 10 s. */
async function load(portal: Running, plan: LoadPlan) {
  let peakMb = 0
  let slowestHealthMs = 0
  let turns = 0
  const usage = async () => ({ cpu: await cpuSeconds(portal.pid), answered: await answeredBy(portal) })
  let before = await usage()
  const report = async (residentMb: number) => {
    const now = await usage()
    const perRequest = ((now.cpu - before.cpu) * 1_000) / (now.answered - before.answered)
    const share = ((now.cpu - before.cpu) / reportEvery) * 100
    before = now
    console.log(
      `${turns} s: ${residentMb.toFixed(0)} MB, ${share.toFixed(0)} % of a core, ${perRequest.toFixed(2)} ms of CPU a request`,
    )
  }
  const timer = setInterval(async () => {
    turns += 1
    const residentMb = (await residentBytes(portal.pid)) / 1e6
    peakMb = Math.max(peakMb, residentMb)
    const asked = performance.now()
    await (await fetch(`${portal.url}/health`)).arrayBuffer()
    slowestHealthMs = Math.max(slowestHealthMs, performance.now() - asked)
    if (turns % reportEvery === 0) await report(residentMb)
  }, 1_000)
  const tallies = await runProgram<Record<string, Tally>>('overload-load', plan)
  clearInterval(timer)
  return { tallies, peakMb, slowestHealthMs }
}

async function runAt(portal: Running, people: Caller[], perSecond: number): Promise<number> {
  console.log(`${perSecond} requests a second for ${seconds} s`)
  const plan = { url: portal.url, people, password, rate: perSecond, seconds }
  const { tallies, peakMb, slowestHealthMs } = await load(portal, plan)
  const { p95, shed, timedOut } = printTallies(tallies)
  const isMet = timedOut === 0 && p95 <= bar.p95Ms && peakMb <= bar.residentMb
  console.log(
    `at most ${peakMb.toFixed(0)} MB, /health at most ${slowestHealthMs.toFixed(0)} ms: ` +
      `the limit (no time-out, p95 ≤ ${bar.p95Ms} ms, ${bar.residentMb} MB) is ${isMet ? 'met' : 'NOT met'}`,
  )
  if (!isMet) process.exitCode = 1
  return shed
}

async function bench(dataDir: string): Promise<void> {
  const people = await seedCallers(dataDir)
  const portal = await startPortal(dataDir, loadedSettings)
  try {
    if (!isRamp) {
      await runAt(portal, people, rate)
      return
    }
    for (let perSecond = rate; ; perSecond += rampStep) {
      if ((await runAt(portal, people, perSecond)) === 0) continue
      console.log(`requests are refused from ${perSecond} a second on`)
      return
    }
  } finally {
    await portal.stop()
  }
}

await buildRelease()
await inFolder(bench)
