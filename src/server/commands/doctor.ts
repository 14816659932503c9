import { existsSync } from 'node:fs'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { openStore, type Store } from '#db/store.ts'
import type { Env } from '#env'
import { archivePath } from '#features/backups/folders.ts'

type Invariant = { name: string; count(store: Store, dataDir: string): Promise<number> }

const pageSize = 500

/** Completed backups whose archive is not where it belongs. */
async function countMissingArchives({ read, t: { backups } }: Store, dataDir: string): Promise<number> {
  let missing = 0
  let last: string | undefined
  for (;;) {
    const page = await read
      .select({ id: backups.id })
      .from(backups)
      .where(and(eq(backups.status, 'completed'), last === undefined ? undefined : gt(backups.id, last)))
      .orderBy(asc(backups.id))
      .limit(pageSize)
    missing += page.filter(({ id }) => !existsSync(archivePath(dataDir, id))).length
    last = page.at(-1)?.id
    if (page.length < pageSize) return missing
  }
}

/** What must hold of the data at any moment; each counts the rows that break it. */
export const invariants: Invariant[] = [
  {
    name: 'every approved order has exactly one service that is its own',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from user_services s where s.order_id = ${t.orders.id} and s.user_id = ${t.orders.userId}) <> 1`,
      ),
  },
  {
    name: 'no service is active without an approved order',
    count: ({ read, t }) =>
      read.$count(
        t.userServices,
        sql`${t.userServices.status} in ('active', 'restarting', 'stopped', 'suspended') and not exists (select 1 from orders o where o.service_id = ${t.userServices.id} and o.status = 'approved')`,
      ),
  },
  {
    name: 'every order has its audit entry',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`not exists (select 1 from audit_log a where a.target_id = cast(${t.orders.id} as text) and a.action = 'order.create')`,
      ),
  },
  {
    name: 'every approved order has one approval in the audit log',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from audit_log a where a.target_id = cast(${t.orders.id} as text) and a.action = 'order.approve') <> 1`,
      ),
  },
  {
    name: 'no service was activated twice',
    count: ({ read, t }) =>
      read.$count(
        t.userServices,
        sql`(select count(*) from audit_log a where a.target_id = cast(${t.userServices.id} as text) and a.action = 'service.activate') > 1`,
      ),
  },
  { name: 'every completed backup has its archive', count: countMissingArchives },
]

/** `doctor`: settings, then every invariant; exit 1 when one is broken. */
export async function doctor(env: Env): Promise<void> {
  console.log(`data folder  ${env.DATA_DIR}`)
  console.log(`engine       ${env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}`)
  console.log(`mail         ${env.SMTP_URL ? 'SMTP' : 'files in outbox/'}`)
  console.log(`web servers  ${env.SERVER_DRIVER}`)
  const store = await openStore({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, mustExist: true })
  try {
    const broken: string[] = []
    for (const { name, count } of invariants) {
      const rows = await count(store, env.DATA_DIR)
      console.log(`${rows === 0 ? 'ok    ' : 'BROKEN'}       ${name}${rows === 0 ? '' : ` (${rows})`}`)
      if (rows > 0) broken.push(name)
    }
    if (broken.length > 0) throw new Error(`${broken.length} invariants are broken`)
  } finally {
    await store.close()
  }
}
