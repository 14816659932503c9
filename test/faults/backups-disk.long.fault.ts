import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Backup } from '#features/backups/contract/contract.ts'
import type { RunningServer } from '#test/support/server.ts'
import { makeBackup, type Site, siteOf } from './backups-stage.ts'
import { canMount, fill, withDisk } from './disk.ts'
import { type FilesTemplate, makeFilesTemplate, startTrusting } from './files-stage.ts'
import { untilDrained } from './findings.ts'
import { withCopy } from './journey.ts'
import { stepThrough } from './steps.ts'
import { attachStrace } from './strace.ts'

const diskMegabytes = 90
/** The write at which a job runs out of space. */
const fullAt = 3

let template: FilesTemplate
beforeAll(async () => {
  template = await makeFilesTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const random = () => {
  const block = crypto.getRandomValues(new Uint8Array(65_536))
  return Buffer.concat([block, block, block, block, block, block])
}

/** Does the work while the disk fills up in the middle of it, then frees space again. */
type Fill = (server: RunningServer, work: () => Promise<unknown>) => Promise<void>

/** Space left for the database: a page or two of the log, less than the rest of a copy. */
const reserve = 192 * 1024

/** From the n-th write on, the disk has no space for a copy. */
const fillDisk: Fill = async (server, work) => {
  let filler: string | null = null
  const onStep = (step: number) => {
    if (step !== fullAt) return
    filler = fill(server.dataDir)
    truncateSync(filler, statSync(filler).size - reserve)
  }
  const steps = await stepThrough(server.pid, { calls: ['writev'], onStep })
  await work()
  await steps.leave()
  if (filler === null) throw new Error('the disk was never filled')
  await rm(filler)
}

/** The kernel refuses the call that archives and trees are written with. */
const injectNoSpace: Fill = async (server, work) => {
  const tracer = await attachStrace(server.pid, { inject: ['writev:error=ENOSPC:when=2+'] })
  await work()
  tracer.kill('SIGTERM')
  await tracer.exited
}

const isOwn = (name: string) => name.startsWith('restore')

async function failForRoom(site: Site, server: RunningServer, fillUp: Fill): Promise<void> {
  const archives = site.archives()
  await fillUp(server, async () => {
    await site.backUp(server)
    await untilDrained(server.dataDir)
  })
  const [backup] = await site.list(server)
  expect(backup).toMatchObject({ status: 'failed', reason: 'The disk of the portal is full.' })
  expect(site.archives()).toEqual(archives)
}

async function fillDuringRestore(
  site: Site,
  server: RunningServer,
  { backup, fillUp }: { backup: Backup; fillUp: Fill },
) {
  const before = site.tree()
  await fillUp(server, async () => {
    await site.restore(server, backup.id)
    await untilDrained(server.dataDir)
  })
  expect(site.tree()).toBe(before)
  expect(readdirSync(site.service).filter(isOwn)).toEqual([])
  const backups = await site.list(server)
  expect(backups.find(({ id }) => id === backup.id)).toMatchObject({
    status: 'completed',
    reason: 'Not restored, nothing was changed: The disk of the portal is full.',
  })
  expect(site.findMismatches(backups)).toEqual([])
}

async function runOutOfRoom(dataDir: string, fillUp: Fill): Promise<void> {
  const site = siteOf(template, dataDir)
  const server = await startTrusting(dataDir)
  try {
    site.fill('new', 3, random)
    const wanted = site.tree()
    await failForRoom(site, server, fillUp)
    const backup = await makeBackup(site, server)
    expect(site.findMismatches(await site.list(server))).toEqual([])
    site.fill('old', 2, random)
    await fillDuringRestore(site, server, { backup, fillUp })
    await site.restore(server, backup.id)
    await untilDrained(dataDir)
    expect(site.tree()).toBe(wanted)
  } finally {
    await server.kill9()
  }
}

const title =
  'a backup fails with its sentence, a restore leaves the old files, and both work again with room'

test.skipIf(!canMount)(`a full disk: ${title}`, () =>
  withDisk(diskMegabytes, (disk) => withCopy(template, (dataDir) => runOutOfRoom(dataDir, fillDisk), disk)),
)

test(`writes refused for lack of space: ${title}`, () =>
  withCopy(template, (dataDir) => runOutOfRoom(dataDir, injectNoSpace)))
