import { Database } from 'bun:sqlite'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { untilDrained } from './findings.ts'
import { call, makeTemplate, type Template, trusting, withoutSites } from './journey.ts'

/** A template whose customer has an active service. */
export type FilesTemplate = Template & { serviceId: string }

/** Without web servers: a tracer also follows a portal’s children, and would halt them at their own calls. */
export const startTrusting = (dataDir: string): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...withoutSites } })

/** Creates the template; `prepare` adds the files that every copy begins with. */
export async function makeFilesTemplate(
  prepare: (server: RunningServer, template: FilesTemplate) => Promise<unknown> = async () => {},
): Promise<FilesTemplate> {
  const template = await makeTemplate()
  const server = await startTrusting(template.dataDir)
  try {
    const { customer: cookie, plan } = template
    const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' }
    const answer = await call(`${server.url}/api/orders`, { cookie, json })
    const order = (await answer.json()) as { id: string; serviceId: string }
    const approve = `${server.url}/api/admin/orders/${order.id}/approve`
    await (await call(approve, { cookie: template.administrator, json: {} })).json()
    await untilDrained(template.dataDir)
    const ready = { ...template, serviceId: order.serviceId }
    await prepare(server, ready)
    return ready
  } finally {
    await server.stop()
  }
}

type Sent = { name: string; bytes: BlobPart; conflict?: string }

/** Uploads one file to the service of the template. */
export function sendFile(
  server: RunningServer,
  template: FilesTemplate,
  { name, bytes, conflict = 'keep-both' }: Sent,
): Promise<Response> {
  const body = new FormData()
  body.append('serviceId', template.serviceId)
  body.append('conflict', conflict)
  body.append('file', new File([bytes], name))
  return fetch(`${server.url}/api/files`, { method: 'POST', body, headers: { cookie: template.customer } })
}

/** Files staged for an upload, with their current size. */
export function staged(dataDir: string, serviceId: string): { path: string; size: number }[] {
  const folders = [join(dataDir, 'services', serviceId, 'tmp'), join(dataDir, 'incoming')]
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .map((path) => ({ path, size: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }))
}

/** Traces that an upload may leave: rows, counted bytes, open intents, and bytes on disk, stored or staged. */
export function footprint(dataDir: string, serviceId: string) {
  const db = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    db.run('PRAGMA query_only = ON')
    const count = (sql: string) => db.query<{ n: number }, []>(sql).get()?.n
    return {
      rows: count('select count(*) as n from file_manager'),
      diskBytes: count('select sum(disk_bytes) as n from user_services'),
      intents: count('select count(*) as n from file_intents'),
      kept: readdirSync(join(dataDir, 'services', serviceId, 'public')).sort(),
      staged: staged(dataDir, serviceId).map(({ path }) => path),
    }
  } finally {
    db.close()
  }
}

export type Begun = {
  socket: Socket
  /** Sends `count` more bytes of the file. */
  more: (bytes: number) => Promise<void>
  /** The answer, up to the point where the server stopped. */
  answer: Promise<string>
}

/** Begins a manual upload of a file with the declared `size`. The service is named in `query`, or never. */
export async function beginUpload(
  server: RunningServer,
  template: FilesTemplate,
  { size, query }: { size: number; query: string },
): Promise<Begun> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let said = ''
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  socket.on('data', (chunk) => {
    said += chunk.toString()
    if (said.includes('\r\n\r\n') && said.endsWith('}')) resolve(said)
  })
  socket.on('close', () => resolve(said))
  socket.on('error', () => resolve(said))
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n'
  const lines = [
    `POST /api/files${query} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${template.customer}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${head.length + size + '\r\n--b--\r\n'.length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${head}`)
  const block = Buffer.alloc(65_536, 'x')
  const more = async (bytes: number) => {
    for (let at = 0; at < bytes && !socket.destroyed; at += block.length)
      await Promise.race([new Promise<void>((sent) => socket.write(block, () => sent())), answer])
  }
  return { socket, more, answer }
}
