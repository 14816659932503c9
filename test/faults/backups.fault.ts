import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Backup } from '#features/backups/contract/contract.ts'
import type { RunningServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { until } from '#test/support/until.ts'
import { makeBackup, type Site, siteOf } from './backups-stage.ts'
import { type FilesTemplate, makeFilesTemplate, startTrusting } from './files-stage.ts'
import { untilDrained } from './findings.ts'
import { countSteps, dieAt, killAtPoints, type Points } from './kills.ts'

// Old or new, never a mix: the process dies right after the n-th call of a job that changes the disk, on any thread,
// for points that are spread from the first call to the last.
const points = inTier({ short: 4, all: 24 })
/** An earlier point replaces one that the work did not reach. */
const leastKills = (length: number): number => Math.min(inTier({ short: 3, all: 20 }), length - 2)
const campaignMs = 300_000

let template: FilesTemplate
let kept: Backup
let wanted: string
/** The number of calls that change the disk in an undisturbed backup and restore. */
const lengths = { backup: 0, restore: 0 }

const small = (generation: string) => (number: number) => `${generation} ${number} `.repeat(500)
const fillNew = (site: Site) => site.fill('new', 6, small('new'))
const fillOld = (site: Site) => site.fill('old', 3, small('old'))

beforeAll(async () => {
  template = await makeFilesTemplate(async (server, ready) => {
    const site = siteOf(ready, server.dataDir)
    fillNew(site)
    wanted = site.tree()
    kept = await makeBackup(site, server)
    lengths.backup = await countSteps(server, () => site.backUp(server))
    fillOld(site)
    lengths.restore = await countSteps(server, () => site.restore(server, kept.id))
    expect(site.tree()).toBe(wanted)
    for (const each of await site.list(server)) if (each.id !== kept.id) await site.remove(server, each)
  })
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

type Trial = {
  /** Prepares the service before each kill. */
  fill: (site: Site) => void
  begin: (site: Site, server: RunningServer) => Promise<unknown>
  /** The faults after the next server has finished the remaining work. */
  judge: (site: Site, backups: Backup[], before: string) => string[]
}

/** Kills one server after another, each at a different point, and checks the next one’s result. */
async function killAlong(dataDir: string, trial: Trial, from: Points) {
  const site = siteOf(template, dataDir)
  const faults: string[] = []
  let killed = 0
  let server = await startTrusting(dataDir)
  try {
    for (let point = from.next(); point !== undefined; point = from.next()) {
      trial.fill(site)
      const before = site.tree()
      const { isKilled } = await dieAt(server, point, () => trial.begin(site, server))
      if (isKilled) killed += 1
      else from.missed(point)
      server = await startTrusting(dataDir)
      await untilDrained(dataDir)
      const backups = await site.list(server)
      const found = [
        ...trial.judge(site, backups, before),
        ...site.findMismatches(backups),
        ...(await findLeft(site)),
      ]
      // Waits until the service accepts writes again.
      for (const each of backups) if (each.id !== kept.id) await site.remove(server, each)
      if ((await site.list(server)).length !== 1) found.push('the service is still held')
      faults.push(...found.map((fault) => `call ${point}: ${fault}`))
    }
  } finally {
    await server.kill9()
  }
  return { killed, faults }
}

/** Leftovers of a restore after the sweep that begins at start. */
async function findLeft(site: Site): Promise<string[]> {
  const names = () => readdirSync(site.service).filter((name) => name.startsWith('restore'))
  await until('the old files are removed', () => names().length === 0).catch(() => {})
  return names().map((name) => `${name} is left`)
}

const campaign = (length: number, trial: Trial) =>
  killAtPoints(template, {
    points,
    length,
    killAlong: (dataDir, from) => killAlong(dataDir, trial, from),
  })

test(
  'a backup interrupted by kill -9 is completed and correct afterwards, or was never started',
  async () => {
    const { killed, faults } = await campaign(lengths.backup, {
      fill: fillNew,
      begin: (site, server) => site.backUp(server),
      judge: (site, backups, before) => [
        ...backups
          .filter(({ status }) => status !== 'completed')
          .map(({ status }) => `a backup is ${status}`),
        ...(site.tree() === before ? [] : ['the files changed']),
      ],
    })
    console.log(`${killed} kills along the ${lengths.backup} calls of a backup`)
    expect(faults).toEqual([])
    expect(killed).toBeGreaterThanOrEqual(leastKills(lengths.backup))
  },
  campaignMs,
)

test(
  'a restore interrupted by kill -9 leaves either the old files or the new ones, never a mix',
  async () => {
    const { killed, faults } = await campaign(lengths.restore, {
      fill: fillOld,
      begin: (site, server) => site.restore(server, kept.id),
      judge: (site, _, before) => ([before, wanted].includes(site.tree()) ? [] : ['a mix']),
    })
    console.log(`${killed} kills along the ${lengths.restore} calls of a restore`)
    expect(faults).toEqual([])
    expect(killed).toBeGreaterThanOrEqual(leastKills(lengths.restore))
  },
  campaignMs,
)
