import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from './journey.ts'
import { pick, type SharedStage, siteOf } from './shared-stage.ts'

type StoredFile = { serviceId: string; name: string; text: string; id: string }

/** The answers that clients received while they worked, and the faults that they saw. */
export type ClientRecord = {
  kept: Map<string, StoredFile>
  deleted: StoredFile[]
  backups: Set<string>
  answers: Map<number, number>
  faults: string[]
  /** Longest time in which a service answered only BUSY, in ms. */
  longestBusyMs: number
}

export type Load = { record: ClientRecord; stop(): Promise<void> }

const lost = ['ConnectionRefused', 'ConnectionClosed', 'ECONNRESET', 'ECONNREFUSED', 'FailedToOpenSocket']
const isLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lost.includes(String(error.code))

function createWatch(record: ClientRecord) {
  const busySince = new Map<string, number>()
  return (key: string, status: number) => {
    record.answers.set(status, (record.answers.get(status) ?? 0) + 1)
    if (status >= 500 && status !== 503) record.faults.push(`${key} was answered ${status}`)
    const since = busySince.get(key)
    if (status !== 409) return void busySince.delete(key)
    if (since === undefined) busySince.set(key, performance.now())
    else record.longestBusyMs = Math.max(record.longestBusyMs, performance.now() - since)
  }
}

let counter = 0

/** Uploads, reads, deletes and backs up on any running node, until it is stopped. */
export function startLoad(stage: SharedStage, workers: number): Load {
  const record: ClientRecord = {
    kept: new Map(),
    deleted: [],
    backups: new Set(),
    answers: new Map(),
    faults: [],
    longestBusyMs: 0,
  }
  const watch = createWatch(record)
  const headers = { cookie: stage.cookie }
  let isStopped = false

  const upload = async () => {
    counter += 1
    const serviceId = pick(stage.serviceIds)
    const [name, text] = [`file-${counter}.txt`, `text ${counter} ${crypto.randomUUID()}`]
    const body = new FormData()
    body.append('serviceId', serviceId)
    body.append('file', new File([text], name))
    const answer = await fetch(`${stage.anyNode().url}/api/files`, {
      method: 'POST',
      body,
      headers,
      keepalive: false,
    })
    const rows = (await answer.json()) as { id: string }[]
    watch(`upload to ${serviceId}`, answer.status)
    if (answer.status === 201) record.kept.set(name, { serviceId, name, text, id: rows[0]?.id ?? '' })
  }
  const read = async () => {
    if (record.kept.size === 0) return
    const file = pick([...record.kept.values()])
    const answer = await call(`${stage.anyNode().url}/api/files/${file.id}/content`, { cookie: stage.cookie })
    const text = await answer.text()
    watch('reading', answer.status)
    // Another worker may have deleted it in between.
    const isWrong =
      answer.status === 200 ? text !== file.text : answer.status === 404 && record.kept.has(file.name)
    if (isWrong) record.faults.push(`${file.name} was read as ${answer.status} ${text.slice(0, 80)}`)
  }
  const remove = async () => {
    if (record.kept.size < 20) return
    const file = pick([...record.kept.values()])
    if (!record.kept.delete(file.name)) return
    const answer = await fetch(`${stage.anyNode().url}/api/files/${file.id}`, {
      method: 'DELETE',
      headers,
      keepalive: false,
    })
    await answer.text()
    watch(`deletion from ${file.serviceId}`, answer.status)
    if (answer.ok) record.deleted.push(file)
  }
  const backUp = async () => {
    const serviceId = pick(stage.serviceIds)
    const answer = await call(`${stage.anyNode().url}/api/backups`, {
      cookie: stage.cookie,
      json: { serviceId, backupType: 'files' },
    })
    const { id } = (await answer.json()) as { id: string }
    // Another backup of the service is running, or the plan’s limit is reached: no fault.
    watch('backup', answer.status === 409 || answer.status === 403 ? 200 : answer.status)
    if (answer.ok) record.backups.add(id)
    else await removeOldest()
  }
  const removeOldest = async () => {
    const [id] = record.backups
    if (id === undefined || record.backups.size < 3) return
    record.backups.delete(id)
    await fetch(`${stage.anyNode().url}/api/backups/${id}`, { method: 'DELETE', headers, keepalive: false })
  }
  const actions = [upload, upload, upload, read, read, remove, backUp]
  const work = async () => {
    while (!isStopped) {
      try {
        await pick(actions)()
      } catch (error) {
        if (!isLost(error)) record.faults.push(String(error))
      }
      await Bun.sleep(20)
    }
  }
  const running = Array.from({ length: workers }, work)
  return {
    record,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

const open = `select
  (select count(*) from file_intents) as intents,
  (select count(*) from jobs where status in ('queued', 'running')) as jobs,
  (select count(*) from backups where status = 'pending') as backups`

/** Waits until no work is pending. @throws Error with the pending work, after `limitMs` */
export async function untilSettled(stage: SharedStage, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const [row] = await stage.query(open)
    if (Object.values(row ?? {}).every((count) => Number(count) === 0)) return
    if (performance.now() > deadline) throw new Error(`still under way: ${JSON.stringify(row)}`)
    await Bun.sleep(100)
  }
}

/** Differences between clients’ answers, rows, bytes and archives. No work may be pending. */
export async function findFaults(
  stage: SharedStage,
  { kept, deleted, backups, faults }: ClientRecord,
): Promise<string[]> {
  const found = [...faults]
  const rows = await stage.query(
    'select service_id, file_path, file_size, is_folder from file_manager where deleted_at is null',
  )
  const names = new Map(rows.map((row) => [`${row.service_id}/${row.file_path}`, row]))
  if (names.size !== rows.length) found.push('a file exists twice')
  for (const { serviceId, name, text } of kept.values()) {
    if (!names.has(`${serviceId}/${name}`)) found.push(`${name} was stored and has no row`)
    const file = Bun.file(join(siteOf(stage, serviceId), name))
    if (!(await file.exists()) || (await file.text()) !== text)
      found.push(`${name} was stored and is missing`)
  }
  for (const { serviceId, name } of deleted)
    if (names.has(`${serviceId}/${name}`)) found.push(`${name} was deleted and still exists`)
  for (const serviceId of stage.serviceIds)
    for (const name of await readdir(siteOf(stage, serviceId)))
      if (name !== 'index.html' && !names.has(`${serviceId}/${name}`)) found.push(`${name} has no row`)
  for (const { id, status, reason } of await stage.query('select id, status, reason from backups')) {
    if (status !== 'completed') found.push(`backup ${id} is ${status}: ${reason}`)
    const path = `${stage.anyNode().url}/api/backups/${id}/download`
    const answer = await call(path, { cookie: stage.cookie })
    await answer.arrayBuffer()
    // A restore deletes the fourth safety copy at its end, perhaps after the list was read.
    const isPruned =
      answer.status === 404 && (await stage.query(`select id from backups where id = '${id}'`)).length === 0
    if (isPruned) continue
    if (answer.status !== 200) found.push(`backup ${id} is downloaded with ${answer.status}`)
    backups.delete(String(id))
  }
  return [...found, ...[...backups].map((id) => `backup ${id} is missing`), ...(await stage.doctor())]
}
