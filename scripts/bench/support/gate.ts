import { join } from 'node:path'
import { openPopulatedPortal } from '#test/support/callers.ts'
import { budgetedPages } from '../../pages/budgets.ts'
import { openAssets, weighPage } from '../../pages/weigh.ts'
import { seedCustomer } from '../data/seed.ts'
import { largeFile, openSiteHost } from './customer-site.ts'
import {
  bun,
  inFolder,
  measureRounds,
  median,
  openLoad,
  pollOf,
  programAt,
  type Running,
  start,
  startBare,
  startPortal,
  type Target,
} from './measure.ts'

/** Figures by name: ratios to a bare server in the same run (higher is better) and bytes (lower is better). */
export type Figures = { ratios: Record<string, number>; bytes: Record<string, number> }

/** The figures of the last merge. */
const noteFile = join(import.meta.dir, '../gate.json')

/** A tenth is reported; runs differ by less than that. */
const tolerance = 0.1

const isSlower = (ratio: number, before: number): boolean => !(ratio >= before * (1 - tolerance))

/** Ratios by name, one for each round: other load on the machine slows both sides alike. */
type Rounds = Record<string, number[]>

const spentFor = (spent: Map<string, number[]>, name: string, to: string): number[] =>
  (spent.get(name) ?? []).map((used, round) => (spent.get(to)?.[round] ?? Number.NaN) / used)

const calls = { rounds: 9, requests: 4_000 }
const comparedCalls: { name: string; to: 'bare list' | 'bare poll' }[] = [
  { name: '/health', to: 'bare poll' },
  { name: '/api/user', to: 'bare list' },
  { name: 'REST list', to: 'bare list' },
  { name: 'tRPC list', to: 'bare list' },
  { name: 'poll of a server', to: 'bare poll' },
  { name: 'poll of the cloud', to: 'bare poll' },
]

async function compareCalls(dataDir: string): Promise<Rounds> {
  const { cookie, serviceIds } = await seedCustomer(dataDir, 10)
  const portal = await startPortal(dataDir)
  const bare = await startBare('bare', dataDir)
  const unchanged = await startBare('unchanged-session', dataDir)
  const { load, stop } = openLoad(cookie, calls.requests)
  const call = (name: string, { url, pid }: Running, path: string): Target => ({ name, url: url + path, pid })
  const list = '/api/user-services'
  try {
    const spent = await measureRounds(
      [
        call('bare list', bare, list),
        { ...call('bare poll', unchanged, list), etag: '"known"' },
        call('/health', portal, '/health'),
        call('/api/user', portal, '/api/user'),
        call('REST list', portal, list),
        call('tRPC list', portal, '/api/trpc/servers.list'),
        await pollOf('poll of a server', { ...portal, path: `/api/server-stats/${serviceIds[0]}`, cookie }),
        await pollOf('poll of the cloud', { ...portal, path: '/api/cloud/all-services', cookie }),
      ],
      { load, rounds: calls.rounds },
    )
    return Object.fromEntries(comparedCalls.map(({ name, to }) => [name, spentFor(spent, name, to)]))
  } finally {
    await stop()
    for (const server of [portal, bare, unchanged]) await server.stop()
  }
}

/** Short rounds, since the two are only comparable at the same moment; the first ones warm up the JIT. */
const pages = { rounds: 240, warmUp: 60, requests: 200 }
const files = { rounds: 40, warmUp: 5, requests: 20 }

/**
 * CPU time of the gateway's process for pages, compared with that of the web server on its own socket. The web server sends files
 * without copying them, and slow memory only slows processes that copy: so files are compared with a pipe that copies too.
 */
async function compareGateway(dataDir: string): Promise<Rounds> {
  const host = await openSiteHost(dataDir)
  const site = await host.open(host.builtIn)
  const pipe = await start([bun, programAt('pipe'), site.socketPath])
  const compare = async (name: string, target: Target, path: string, plan: typeof pages): Promise<Rounds> => {
    const { load, stop } = openLoad('', plan.requests)
    const own = { name, url: site.url + path, pid: site.pids.gateway }
    const spent = await measureRounds([target, own], { load, ...plan }).finally(stop)
    return { [name]: spentFor(spent, name, target.name) }
  }
  const { socketPath: unix, pids } = site
  try {
    return {
      ...(await compare(
        'pages by the gateway',
        { name: 'web server', url: 'http://site.test/', unix, pid: pids.server },
        '',
        pages,
      )),
      ...(await compare(
        '5 MB files by the gateway',
        { name: 'pipe', url: `${pipe.url}/${largeFile}`, pid: pipe.pid },
        largeFile,
        files,
      )),
    }
  } finally {
    await pipe.stop()
    await site.stop()
    await host.close()
  }
}

async function weighPages(): Promise<Figures['bytes']> {
  const site = await openPopulatedPortal()
  try {
    const assets = openAssets(site.outdir)
    const weigh = async ({ path, caller, budget }: (typeof budgetedPages)[number]) => {
      const weight = await weighPage(await (await site.open(path, caller)).text(), assets)
      return weight.document + weight[budget.until].script
    }
    return Object.fromEntries(
      await Promise.all(budgetedPages.map(async (page) => [page.name, await weigh(page)] as const)),
    )
  } finally {
    await site.close()
  }
}

const mediansOf = (rounds: Rounds): Figures['ratios'] =>
  Object.fromEntries(Object.entries(rounds).map(([name, ratios]) => [name, median(ratios)]))

/**
 * The figures of the current tree, in about a minute. When one is worse than the last, its measurement is repeated once, and
 * all rounds count: a busy machine does not mean a slower tree.
 */
export async function measureFigures(last: Figures | null): Promise<Figures> {
  const ratios: Figures['ratios'] = {}
  for (const compare of [compareCalls, compareGateway]) {
    const first = await inFolder(compare)
    const isWorse = Object.entries(mediansOf(first)).some(
      ([name, ratio]) => last !== null && isSlower(ratio, last.ratios[name] ?? 0),
    )
    const second = isWorse ? await inFolder(compare) : {}
    const all = Object.entries(first).map(([name, rounds]) => [name, [...rounds, ...(second[name] ?? [])]])
    Object.assign(ratios, mediansOf(Object.fromEntries(all)))
  }
  return { ratios, bytes: await weighPages() }
}

export const readLast = (): Promise<Figures> => Bun.file(noteFile).json()

/** Stores the current figures as those of the last merge. */
export async function writeLast({ ratios, bytes }: Figures): Promise<void> {
  const rounded = Object.fromEntries(
    Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]),
  )
  await Bun.write(noteFile, `${JSON.stringify({ ratios: rounded, bytes }, null, 2)}\n`)
}

/** One sentence for each figure that is a tenth worse than at the last merge, or no longer measured. */
export function findWorse(now: Figures, last: Figures): string[] {
  const slower = Object.entries(last.ratios)
    .filter(([name, before]) => isSlower(now.ratios[name] ?? 0, before))
    .map(([name, before]) => `${name}: ${now.ratios[name]?.toFixed(2)} of bare, it was ${before.toFixed(2)}`)
  const heavier = Object.entries(last.bytes)
    .filter(([name, before]) => !((now.bytes[name] ?? Number.NaN) <= before * (1 + tolerance)))
    .map(([name, before]) => `${name}: ${now.bytes[name]} bytes, it was ${before}`)
  return [...slower, ...heavier]
}
