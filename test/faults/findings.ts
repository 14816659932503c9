import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { invariants } from '#app/commands/doctor.ts'
import { openStore } from '#db/store.ts'
import { createSealer, readKey } from '#server/secrets.ts'
import type { Acknowledged } from './journey.ts'

type Rows = Record<string, unknown>[]

/** Runs `use` with a connection that cannot change the portal's file. */
function look<T>(dataDir: string, use: (all: (sql: string) => Rows) => T): T {
  const connection = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    connection.run('PRAGMA query_only = ON')
    connection.run('PRAGMA busy_timeout = 2000')
    return use((sql) => connection.query<Record<string, unknown>, []>(sql).all())
  } finally {
    connection.close()
  }
}

const waiting = `select
  (select count(*) from jobs where status in ('queued', 'running')) +
  (select count(*) from mails where status = 'queued') as n`

/** Waits until no job and no mail is pending, or until the server has `exited`. @throws Error after two minutes at least */
export async function untilDrained(dataDir: string, { or: exited }: { or?: Promise<number> } = {}) {
  let isGone = false
  exited?.then(() => {
    isGone = true
  })
  for (let tries = 0; tries < 4_800 && !isGone; tries += 1) {
    if (look(dataDir, (all) => all(waiting)[0]?.n === 0)) return
    await Bun.sleep(25)
  }
  if (!isGone) throw new Error('work is pending after two minutes')
}

const perOrder = `select o.id, o.domain, o.status,
  (select count(*) from user_services s where s.order_id = o.id and s.id = o.service_id) as services,
  (select s.status from user_services s where s.id = o.service_id) as service,
  (select count(*) from audit_log a where a.target_id = o.id and a.action = 'order.create') as created,
  (select count(*) from audit_log a where a.target_id = o.id and a.action = 'order.approve') as approved,
  (select count(*) from audit_log a where a.target_id = o.service_id and a.action = 'service.activate') as activated,
  (select count(*) from mails m where m.related_id = o.id and m.kind = 'service.activated') as mails
  from orders o`

type OrderRow = {
  id: string
  domain: string
  status: string
  services: number
  service: string
  created: number
  approved: number
  activated: number
  mails: number
}

/** Whether an order, its service, its entries and its mail belong together. */
function faultOf(order: OrderRow): string | null {
  const decided = order.status === 'approved' ? 1 : 0
  const isWhole =
    order.services === 1 &&
    order.created === 1 &&
    order.approved === decided &&
    order.activated === decided &&
    order.mails === decided &&
    order.service === (decided ? 'active' : 'pending')
  return isWhole ? null : `half done: ${JSON.stringify(order)}`
}

/** The faults of a data folder without pending work, given its clients’ answers; empty if there are none. */
export function findLosses(dataDir: string, acknowledged: Acknowledged): string[] {
  return look(dataDir, (all) => {
    const orders = all(perOrder) as unknown as OrderRow[]
    const byId = new Map(orders.map((order) => [order.id, order]))
    const lost = [...acknowledged.orders.values()].filter(({ id }) => !byId.has(id))
    const undone = acknowledged.approvals.filter(({ id }) => byId.get(id)?.service !== 'active')
    const domains = new Set(orders.map(({ domain }) => domain))
    const mails = all("select id from mails where status = 'sent'")
    const integrity = all('pragma integrity_check')[0]?.integrity_check
    return [
      ...lost.map(({ id }) => `the acknowledged order ${id} is missing`),
      ...undone.map(({ id }) => `the acknowledged approval of ${id} did not end active`),
      ...orders.flatMap((order) => faultOf(order) ?? []),
      ...(domains.size === orders.length ? [] : ['an order exists twice']),
      ...all('select id from user_services where order_id not in (select id from orders)').map(
        ({ id }) => `the service ${id} has no order`,
      ),
      ...mails
        .filter(({ id }) => !existsSync(join(dataDir, 'outbox', `${id}.eml`)))
        .map(({ id }) => `the mail ${id} is marked sent and was not stored`),
      ...(integrity === 'ok' ? [] : [`integrity: ${integrity}`]),
      ...all('pragma foreign_key_check').map(({ table }) => `a row of ${table} lost its parent`),
    ]
  })
}

/** The doctor’s broken invariants, read beside the running portal. */
export async function brokenInvariants(dataDir: string): Promise<string[]> {
  const secrets = createSealer(await readKey(join(dataDir, 'secret.key'), false))
  const store = await openStore({ dataDir, mustExist: true })
  try {
    const counts = await Promise.all(
      invariants.map(async ({ name, count }) => ({ name, rows: await count(store, dataDir, secrets) })),
    )
    return counts.filter(({ rows }) => rows > 0).map(({ name }) => name)
  } finally {
    await store.close()
  }
}
