import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { type FilesTemplate, makeFilesTemplate, sendFile, startTrusting } from './files-stage.ts'
import { call } from './journey.ts'
import { countSteps, dieAt, killAtPoints, type Points } from './kills.ts'

// Old or new, never a mix: wherever the process dies, each row’s SHA-256 and size match its bytes.
const points = inTier({ short: 4, all: 26 })
const leastKills = inTier({ short: 3, all: 20 })

let template: FilesTemplate
let length = 0

beforeAll(async () => {
  template = await makeFilesTemplate(async (server, ready) => {
    template = ready
    await sendFile(server, ready, { name: 'kept.txt', bytes: bytesOf('version 0 ') })
    length = await countSteps(server, () => work(server, 0))
  })
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const bytesOf = (version: string) => version.repeat(20_000)

/**
 * Replaces, adds, deletes and restores files until the server dies; answers the last acknowledged content of the replaced file.
 */
async function work(server: RunningServer, round: number): Promise<string | null> {
  let acknowledged: string | null = null
  try {
    for (let step = 0; step < 3; step += 1) {
      const version = `version ${round}.${step} `
      const bytes = bytesOf(version)
      const replaced = await sendFile(server, template, { name: 'kept.txt', bytes, conflict: 'replace' })
      if (replaced.status !== 201) throw new Error(`the upload answered ${replaced.status}`)
      acknowledged = version
      const added = await sendFile(server, template, { name: `new-${round}-${step}.txt`, bytes })
      const [row] = (await added.json()) as { id: string }[]
      const path = `${server.url}/api/files/${row?.id}`
      await fetch(path, { method: 'DELETE', headers: { cookie: template.customer } })
      if (step > 0) await call(`${path}/undelete`, { cookie: template.customer, json: {} })
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('the upload')) throw error
  }
  return acknowledged
}

type Row = { id: string; file_path: string; file_size: number; sha256: string; deleted_at: number | null }

/** Mismatches between rows and bytes. */
function findMixes(dataDir: string, acknowledged: string | null): string[] {
  const db = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    db.run('PRAGMA query_only = ON')
    const folder = join(dataDir, 'services', template.serviceId)
    const rows = db.query<Row, []>('select * from file_manager where is_folder = 0').all()
    const faults: string[] = []
    for (const { id, file_path, file_size, sha256, deleted_at } of rows) {
      const path = join(folder, deleted_at === null ? `public/${file_path}` : `trash/${id}`)
      const bytes = existsSync(path) ? readFileSync(path) : null
      const isSame =
        bytes?.length === file_size && createHash('sha256').update(bytes).digest('hex') === sha256
      if (!isSame) faults.push(`${file_path}: row and bytes differ`)
    }
    const live = new Set(rows.filter((row) => row.deleted_at === null).map((row) => row.file_path))
    const known = new Set([...live, 'index.html'])
    for (const name of readdirSync(join(folder, 'public')))
      if (!known.has(name)) faults.push(`${name}: bytes without a row`)
    const intents = db.query<{ n: number }, []>('select count(*) as n from file_intents').get()
    if (intents?.n !== 0) faults.push('an intent is open')
    const sum = db.query<{ n: number }, []>('select coalesce(sum(file_size), 0) as n from file_manager').get()
    const used = db.query<{ n: number }, []>('select disk_bytes as n from user_services').get()
    if (sum?.n !== used?.n) faults.push(`${used?.n} bytes counted, ${sum?.n} stored`)
    if (acknowledged !== null && !live.has('kept.txt')) faults.push('an acknowledged file is missing')
    return faults
  } finally {
    db.close()
  }
}

/** Kills one server after another, each at a different point of its work, and checks the next one’s result. */
async function killAlong(dataDir: string, from: Points) {
  const faults: string[] = []
  let killed = 0
  let server = await startTrusting(dataDir)
  try {
    for (let point = from.next(); point !== undefined; point = from.next()) {
      const died = await dieAt(server, point, (dying) => work(dying, point))
      if (died.isKilled) killed += 1
      else from.missed(point)
      server = await startTrusting(dataDir)
      const list = await call(`${server.url}/api/files`, { cookie: template.customer })
      const rows = (await list.json()) as { id: string; fileName: string }[]
      // The first read of a file settles interrupted changes to it.
      const kept = rows.find(({ fileName }) => fileName === 'kept.txt')
      await (await call(`${server.url}/api/files/${kept?.id}/content`, { cookie: template.customer })).text()
      faults.push(...findMixes(dataDir, died.answer).map((fault) => `call ${point}: ${fault}`))
    }
  } finally {
    await server.kill9()
  }
  return { killed, faults }
}

test('after kill -9 during an upload, at every system call that changes the disk, rows and files agree after the next start', async () => {
  const { killed, faults } = await killAtPoints(template, { points, length, killAlong })
  console.log(`${killed} kills along the ${length} calls of uploads`)
  expect(faults).toEqual([])
  expect(killed).toBeGreaterThanOrEqual(leastKills)
})
