import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'

// All services of the cloud with better-sqlite3, for a framework that the portal is compared with: the same session, version
// and rows, without the portal's headers and checks.

type Caller = { user_id: string; expire: number }
type Version = { revision: number; due_at: string | null }
export type CloudAnswer = { status: 200 | 304 | 401; etag?: string; body?: unknown }

/** Answers a request from its cookie and its If-None-Match. */
export function openCloud(
  dataDir: string,
): (headers: { cookie?: string | undefined; 'if-none-match'?: string | undefined }) => CloudAnswer {
  const database = new Sqlite(`${dataDir}/portal.db`, { readonly: true })
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

  return ({ cookie = '', 'if-none-match': known }) => {
    const found = findCaller(cookie)
    if (!found) return { status: 401, body: { message: 'Unauthorized' } }
    const row = version.get(found.user_id)
    const due = (JSON.parse(row?.due_at ?? '[]') as number[]).filter((moment) => moment > Date.now())
    const etag = `"${found.user_id}.${row?.revision ?? 0}${due.join('.')}"`
    const tags = known?.split(',').map((tag) => tag.trim())
    if (tags?.includes(etag)) return { status: 304, etag }
    const body = Object.fromEntries(lists.map(({ name, rows }) => [name, rows.all(found.user_id)]))
    return { status: 200, etag, body }
  }
}
