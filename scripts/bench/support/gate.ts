import { join } from 'node:path'
import { openPopulatedPortal } from '#test/support/callers.ts'
import { budgetedPages } from '../../pages/budgets.ts'
import { openAssets, weighPage } from '../../pages/weigh.ts'
import { seedCustomer } from '../data/seed.ts'
import {
  inFolder,
  measureRounds,
  median,
  openLoad,
  pollOf,
  type Running,
  startBare,
  startPortal,
  type Target,
} from './measure.ts'

/** Figures by name: ratios to a bare server of the same run, of which more is better, and bytes, of which less is. */
export type Figures = { ratios: Record<string, number>; bytes: Record<string, number> }

/** The figures of the last landing. */
const noteFile = join(import.meta.dir, '../gate.json')

/** A tenth is noticed; less is what two runs differ by. */
const tolerance = 0.1

const rounds = 9
const requests = 4_000

const compared: { name: string; to: 'bare list' | 'bare poll' }[] = [
  { name: '/health', to: 'bare poll' },
  { name: '/api/user', to: 'bare list' },
  { name: 'REST list', to: 'bare list' },
  { name: 'tRPC list', to: 'bare list' },
  { name: 'poll of a server', to: 'bare poll' },
  { name: 'poll of the cloud', to: 'bare poll' },
]

async function compareCalls(dataDir: string): Promise<Figures['ratios']> {
  const { cookie, serviceIds } = await seedCustomer(dataDir, 10)
  const portal = await startPortal(dataDir)
  const bare = await startBare('bare', dataDir)
  const unchanged = await startBare('unchanged-session', dataDir)
  const { load, stop } = openLoad(cookie, requests)
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
      { load, rounds },
    )
    // Round by round, since whatever else the machine does slows what stands beside each other alike.
    const ratioOf = ({ name, to }: (typeof compared)[number]) =>
      median((spent.get(name) ?? []).map((used, round) => (spent.get(to)?.[round] ?? Number.NaN) / used))
    return Object.fromEntries(compared.map((each) => [each.name, ratioOf(each)]))
  } finally {
    await stop()
    for (const server of [portal, bare, unchanged]) await server.stop()
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

/** The figures of the tree as it is, in about two minutes. */
export async function measureFigures(): Promise<Figures> {
  let ratios: Figures['ratios'] = {}
  await inFolder(async (dataDir) => {
    ratios = await compareCalls(dataDir)
  })
  return { ratios, bytes: await weighPages() }
}

export const readLast = (): Promise<Figures> => Bun.file(noteFile).json()

/** The figures as they are now are those of the last landing. */
export async function writeLast({ ratios, bytes }: Figures): Promise<void> {
  const rounded = Object.fromEntries(
    Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]),
  )
  await Bun.write(noteFile, `${JSON.stringify({ ratios: rounded, bytes }, null, 2)}\n`)
}

/** What is a tenth worse than at the last landing, or no longer measured, one sentence each. */
export function findWorse(now: Figures, last: Figures): string[] {
  const slower = Object.entries(last.ratios)
    .filter(([name, before]) => !((now.ratios[name] ?? 0) >= before * (1 - tolerance)))
    .map(([name, before]) => `${name}: ${now.ratios[name]?.toFixed(2)} of bare, it was ${before.toFixed(2)}`)
  const heavier = Object.entries(last.bytes)
    .filter(([name, before]) => !((now.bytes[name] ?? Number.NaN) <= before * (1 + tolerance)))
    .map(([name, before]) => `${name}: ${now.bytes[name]} bytes, it was ${before}`)
  return [...slower, ...heavier]
}
