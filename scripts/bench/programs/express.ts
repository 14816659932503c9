import express from 'express@5.3.0'
import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'

// Started by `support/peers.ts` with a data folder: all services of the cloud by Express 5 and better-sqlite3, the same session,
// version and rows, without the portal's headers and checks. Prints its address.

const [dataDir = ''] = process.argv.slice(2)
const database = new Sqlite(`${dataDir}/portal.db`, { readonly: true })

type Caller = { user_id: string; expire: number }
type Version = { revision: number; due_at: string | null }

const caller = database.prepare<[string], Caller>(
  `select s.user_id, s.expire, s.sess, u.email, u.mobile, u.first_name, u.last_name, u.is_admin, u.created_at
   from sessions s join users u on u.id = s.user_id where s.sid = ?`,
)
const version = database.prepare<[string], Version>(
  'select revision, due_at from cloud_revisions where user_id = ?',
)
const lists = Object.entries({
  instances: 'cloud_instances',
  storage: 'cloud_storage',
  databases: 'cloud_databases',
  functions: 'cloud_functions',
  containers: 'cloud_containers',
  analytics: 'cloud_analytics',
  models: 'cloud_ml_services',
  security: 'cloud_security',
  providers: 'cloud_providers',
}).map(([name, table]) => ({
  name,
  rows: database.prepare<[string]>(
    `select * from ${table} where user_id = ? order by created_at desc, id desc limit 1000`,
  ),
}))

const findCaller = (cookie: string): Caller | null => {
  const id = /(?:^|;\s*)sid=([^;]+)/.exec(cookie)?.[1]
  const row = id ? caller.get(createHash('sha256').update(id).digest('hex')) : undefined
  return row && row.expire > Date.now() ? row : null
}

const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.get('/health', (_request, response) => response.json({ ok: true }))
app.get('/api/cloud/all-services', ({ headers }, response) => {
  const found = findCaller(headers.cookie ?? '')
  if (!found) return response.status(401).json({ message: 'Unauthorized' })
  const row = version.get(found.user_id)
  const due = (JSON.parse(row?.due_at ?? '[]') as number[]).filter((moment) => moment > Date.now())
  const etag = `"${found.user_id}.${row?.revision ?? 0}${due.join('.')}"`
  response.set('etag', etag)
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (known?.includes(etag)) return response.status(304).end()
  response.json(Object.fromEntries(lists.map(({ name, rows }) => [name, rows.all(found.user_id)])))
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${server.address().port}` }))
})
process.on('SIGTERM', () => process.exit(0))
