import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { openStore, prepareOnce } from '#db/store.ts'
import { serviceOutput } from '#features/services/contract/contract.ts'
import { ownServices, presentService } from '#features/services/service.ts'
import { sessionAndUser } from '#server/sessions/session.ts'

// Started with a kind and a data folder: one of the servers that the portal is compared with. Prints its address.

const [kind = '', dataDir = ''] = Bun.argv.slice(2)

type SessionRow = { user_id: string; expire: number; email: string; is_admin: number }
type ListRow = Record<string, string | number | null>

/** The session and user behind a request, and their ten services, by two prepared statements. */
function openBare() {
  const connection = new Database(`${dataDir}/portal.db`, { readonly: true, strict: true })
  const session = connection.prepare<SessionRow, [string]>(
    `select s.user_id, s.expire, s.sess, u.email, u.mobile, u.first_name, u.last_name, u.is_admin, u.created_at
     from sessions s join users u on u.id = s.user_id where s.sid = ?`,
  )
  const list = connection.prepare<ListRow, [string]>(
    `select s.id, s.status, s.plan_id, s.domain, s.server_ip, s.auto_restart, s.provisioning_state, s.suspended_reason,
     s.created_at, p.name as plan_name, p.price_paise, c.id as category_id, c.name as category_name
     from user_services s join pricing_plans p on p.id = s.plan_id join service_categories c on c.id = p.category_id
     where s.user_id = ? and s.status <> 'terminated' order by s.created_at desc, s.id desc limit 1000`,
  )
  const userOf = (request: Request): SessionRow | null => {
    const id = /(?:^|;\s*)sid=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
    const row = id ? session.get(createHash('sha256').update(id).digest('hex')) : null
    return row && row.expire > Date.now() ? row : null
  }
  const listOf = (userId: string) =>
    list.all(userId).map((row) => ({
      id: row.id,
      status: row.status,
      planId: row.plan_id,
      plan: { id: row.plan_id, name: row.plan_name, price: Number(row.price_paise) / 100 },
      category: { id: row.category_id, name: row.category_name },
      domain: row.domain,
      serverIp: row.server_ip,
      autoRestart: row.auto_restart === 1,
      provisioning: row.provisioning_state,
      url: null,
      suspendedReason: row.suspended_reason,
      createdAt: new Date(Number(row.created_at)).toISOString(),
    }))
  return { userOf, listOf }
}

const refusal = () => Response.json({ message: 'Unauthorized' }, { status: 401 })

function openBareFetch() {
  const { userOf, listOf } = openBare()
  return (request: Request): Response => {
    const user = userOf(request)
    return user ? Response.json(listOf(user.user_id)) : refusal()
  }
}

const unchanged = (request: Request): Response => {
  const etag = request.headers.get('if-none-match')
  return etag ? new Response(null, { status: 304, headers: { etag } }) : Response.json({})
}

/** 304 for every valid session. */
function openUnchanged() {
  const { userOf } = openBare()
  return (request: Request): Response => (userOf(request) ? unchanged(request) : refusal())
}

const answer = z.array(serviceOutput)

/** The same two reads through the portal's prepared Drizzle queries, optionally with its output check. */
async function openDrizzle(isChecked: boolean) {
  const store = await openStore({ dataDir, mustExist: true })
  return async (request: Request): Promise<Response> => {
    const id = /(?:^|;\s*)sid=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
    const sid = createHash('sha256').update(id).digest('hex')
    const [row] = await prepareOnce(store, sessionAndUser).execute({ sid })
    if (!row || row.expire <= new Date()) return refusal()
    const rows = (await prepareOnce(store, ownServices).execute({ userId: row.user.id })).map((row) =>
      presentService({ sitesOrigin: () => null }, row),
    )
    return Response.json(isChecked ? answer.parse(rows) : rows)
  }
}

async function open(): Promise<(request: Request) => Response | Promise<Response>> {
  if (kind === 'hello') return () => Response.json({ ok: true })
  if (kind === 'unchanged') return unchanged
  if (kind === 'unchanged-session') return openUnchanged()
  if (kind === 'bare') return openBareFetch()
  if (kind === 'drizzle') return openDrizzle(false)
  if (kind === 'checked') return openDrizzle(true)
  if (kind !== 'hono') throw new Error(`no server ${kind}`)
  const app = new Hono()
  const bare = openBareFetch()
  app.get('/api/user-services', (c) => bare(c.req.raw))
  return (request) => app.fetch(request)
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: await open() })
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${server.port}` }))
process.on('SIGTERM', () => process.exit(0))
