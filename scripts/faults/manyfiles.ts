import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '#db/store.ts'
import type { Backup } from '#features/backups/contract/contract.ts'
import { countWrongTotals } from '#features/files/upkeep/check-totals.ts'
import { sendFile, startTrusting } from '#test/faults/files-stage.ts'
import { call } from '#test/faults/journey.ts'
import type { RunningServer } from '#test/support/server.ts'
import { makeLargeSite } from '../bench/data/many-files.ts'
import { buildRelease } from '../build/client.ts'

// `bun run faults manyfiles [files] [rounds]`: kills restores of a service of some thousand files (3,000) at any moment, every
// second time while rows follow the new tree. Afterwards the tree must be the old one or the backup's, and the database must
// match it row by row: names, sizes, hashes, totals, counted bytes.

const files = Number(process.argv[2] ?? 3_000)
const rounds = Number(process.argv[3] ?? 20)

type Row = { file_path: string; file_size: number; sha256: string | null; is_folder: number }

await buildRelease()
const site = await makeLargeSite(files)
const service = join(site.dataDir, 'services', site.serviceId)
const marker = join(service, 'restore-marker')
const faults: string[] = []

function query<T>(sql: string): T[] {
  const db = new Database(join(site.dataDir, 'portal.db'), { readwrite: true })
  try {
    db.run('PRAGMA query_only = ON')
    db.run('PRAGMA busy_timeout = 5000')
    return db.query<T, []>(sql).all()
  } finally {
    db.close()
  }
}

const hashOf = (path: string) => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')

/** Path, size and hash of every file of the site. */
function readTree(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of readdirSync(site.root, { recursive: true, encoding: 'utf8' })) {
    const full = join(site.root, path)
    found.set(path, statSync(full).isDirectory() ? 'folder' : `${statSync(full).size} ${hashOf(full)}`)
  }
  return found
}

const isEqual = (one: Map<string, string>, other: Map<string, string>): boolean =>
  one.size === other.size && [...one].every(([path, facts]) => other.get(path) === facts)

/** The differences between the tree and the rows, totals and counted bytes. */
async function findMixes(tree: Map<string, string>): Promise<string[]> {
  const rows = query<Row>('select * from file_manager where deleted_at is null')
  const said = new Map(
    rows.map((row) => [row.file_path, row.is_folder ? 'folder' : `${row.file_size} ${row.sha256}`]),
  )
  const different = [...new Set([...said.keys(), ...tree.keys()])].filter(
    (path) => said.get(path) !== tree.get(path),
  )
  const [sum] = query<{ n: number }>('select coalesce(sum(file_size), 0) as n from file_manager')
  const [used] = query<{ n: number; busy: string | null }>('select disk_bytes as n, busy from user_services')
  const store = await openStore({ dataDir: site.dataDir, mustExist: true })
  const wrong = await countWrongTotals(store).finally(() => store.close())
  return [
    ...(different.length > 0 ? [`${different.length} rows differ, such as ${different[0]}`] : []),
    ...(sum?.n === used?.n ? [] : [`${used?.n} bytes counted, ${sum?.n} stored`]),
    ...(used?.busy ? ['the service is held'] : []),
    ...(wrong > 0 ? [`${wrong} totals are wrong`] : []),
    ...readdirSync(service)
      .filter((name) => name.startsWith('restore'))
      .map((name) => `${name} is left`),
  ]
}

async function untilDone(): Promise<void> {
  const left = `select (select count(*) from jobs where status in ('queued', 'running')) +
    (select count(*) from user_services where busy is not null) as n`
  while (query<{ n: number }>(left)[0]?.n !== 0) await Bun.sleep(100)
  while (readdirSync(service).some((name) => name.startsWith('restore'))) await Bun.sleep(100)
}

const send = (server: RunningServer, path: string, json?: unknown) =>
  call(server.url + path, { cookie: site.customer, json })
const list = async (server: RunningServer) => (await (await send(server, '/api/backups')).json()) as Backup[]
const remove = (server: RunningServer, path: string) =>
  fetch(server.url + path, { method: 'DELETE', headers: { cookie: site.customer } })

/** Half of the files go to the trash, and a file appears that the backup does not contain. */
async function spoil(server: RunningServer, round: number): Promise<void> {
  const [flat] = query<{ id: string }>(
    "select id from file_manager where file_path = 'flat' and deleted_at is null",
  )
  if (flat) await remove(server, `/api/files/${flat.id}`)
  await sendFile(server, site, { name: `later-${round}.txt`, bytes: `round ${round}` })
}

/** Kills the portal some time after the restore began, or after rows began to follow the tree. */
async function killInRestore(server: RunningServer, id: string, round: number): Promise<string> {
  const isLate = round % 2 === 1
  await send(server, `/api/backups/${id}/restore`, {})
  const isUnderWay = () => isLate && !(existsSync(marker) && readFileSync(marker, 'utf8').includes('"rows"'))
  for (let tries = 0; tries < 60_000 && isUnderWay(); tries += 1) await Bun.sleep(1)
  const delayMs = (isLate ? 12 : 150) * (round >> 1)
  await Bun.sleep(delayMs)
  await server.kill9()
  return `round ${round}, ${delayMs} ms after ${isLate ? 'rows began to follow' : 'the request'}`
}

let server = await startTrusting(site.dataDir)
let inRows = 0
try {
  const wanted = readTree()
  await send(server, '/api/backups', { serviceId: site.serviceId })
  await untilDone()
  const [kept] = await list(server)
  if (kept?.status !== 'completed') throw new Error(`the backup is ${kept?.status}`)
  for (let round = 0; round < rounds; round += 1) {
    await spoil(server, round)
    const before = readTree()
    const moment = await killInRestore(server, kept.id, round)
    if (existsSync(marker) && readFileSync(marker, 'utf8').includes('"rows"')) inRows += 1
    server = await startTrusting(site.dataDir)
    await untilDone()
    const tree = readTree()
    const state = isEqual(tree, wanted) ? 'new' : isEqual(tree, before) ? 'old' : 'a mix'
    const found = [...(state === 'a mix' ? ['the tree is a mix'] : []), ...(await findMixes(tree))]
    console.log(`${moment}: the ${state} tree${found.length > 0 ? `; ${found.join('; ')}` : ''}`)
    faults.push(...found)
    for (const { id } of await list(server)) if (id !== kept.id) await remove(server, `/api/backups/${id}`)
  }
} finally {
  await server.kill9()
}
console.log(`${rounds} kills, ${inRows} of them while rows followed the tree, ${faults.length} faults`)
await rm(site.dataDir, { recursive: true, force: true })
process.exitCode = faults.length === 0 ? 0 : 1
