import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { engineOf } from '#db/engine.ts'
import { readInstallation } from '#db/installation.ts'
import type { Store } from '#db/store.ts'
import type { Env } from '#env'
import { archivePath } from '#features/backups/folders.ts'
import { countWrongTotals } from '#features/files/service/check-totals.ts'
import { listQuarantine, quarantineDays, sizeOf } from '#features/files/storage/quarantine.ts'
import { isKeyOf, openAsIs, readFolderId } from '#server/installation.ts'
import { createSealer, readKey } from '#server/secrets.ts'
import { countMissingFiles, isFileAs } from './missing-files.ts'

type Invariant = { name: string; count(store: Store, dataDir: string): Promise<number> }

const pageSize = 500

/** Completed backups whose archive is not where it belongs, or is another one than the row says. */
async function countMissingArchives({ read, t: { backups } }: Store, dataDir: string): Promise<number> {
  const isCompleted = eq(backups.status, 'completed')
  let missing = 0
  let last: string | undefined
  for (;;) {
    const page = await read
      .select({ id: backups.id, fileSize: backups.fileSize, sha256: backups.sha256 })
      .from(backups)
      .where(and(isCompleted, last === undefined ? undefined : gt(backups.id, last)))
      .orderBy(asc(backups.id))
      .limit(pageSize)
    for (const backup of page) {
      if (await isFileAs(archivePath(dataDir, backup.id), backup)) continue
      // Its row may be gone since.
      missing += await read.$count(backups, and(isCompleted, eq(backups.id, backup.id)))
    }
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
        sql`${t.userServices.status} in ('active', 'restarting', 'stopped', 'suspended') and not exists (select 1 from orders o where o.user_id = ${t.userServices.userId} and o.service_id = ${t.userServices.id} and o.status = 'approved')`,
      ),
  },
  {
    name: 'every order has its audit entry',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`not exists (select 1 from audit_log a where a.target_type = 'order' and a.target_id = cast(${t.orders.id} as text) and a.action = 'order.create')`,
      ),
  },
  {
    name: 'every approved order has one approval in the audit log',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from audit_log a where a.target_type = 'order' and a.target_id = cast(${t.orders.id} as text) and a.action = 'order.approve') <> 1`,
      ),
  },
  {
    name: 'no service was activated twice',
    count: ({ read, t }) =>
      read.$count(
        t.userServices,
        sql`(select count(*) from audit_log a where a.target_type = 'service' and a.target_id = cast(${t.userServices.id} as text) and a.action = 'service.activate') > 1`,
      ),
  },
  {
    name: 'every queued mail has its job',
    count: ({ read, t }) =>
      read.$count(
        t.mails,
        sql`${t.mails.status} = 'queued' and not exists (select 1 from jobs j where j.id = ${t.mails.id} and j.status in ('queued', 'running'))`,
      ),
  },
  { name: 'every completed backup has its archive', count: countMissingArchives },
  { name: 'every file has its bytes', count: countMissingFiles },
  { name: 'the totals of every folder are those of its files', count: countWrongTotals },
]

type Finding = { name: string; problems: string[] }

function tell({ name, problems }: Finding): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'BROKEN'}       ${name}`)
  for (const problem of problems) console.log(`                 ${problem}`)
}

/** Whether the database, the data folder and the key belong together. */
async function checkInstallation(env: Env, store: Store): Promise<Finding> {
  const problems: string[] = []
  const [known, folderId] = [await readInstallation(store), readFolderId(env.DATA_DIR)]
  if (known?.id !== (folderId ?? undefined))
    problems.push(`the database is of ${known?.id ?? 'none yet'}, the folder of ${folderId ?? 'none yet'}`)
  const key = await readKey(env.SECRET_KEY_FILE, false).catch((error: Error) => error)
  if (key instanceof Error) problems.push(key.message)
  else if (!(await isKeyOf(store, createSealer(key))))
    problems.push(`${env.SECRET_KEY_FILE} is not the key that sealed this data`)
  return { name: 'database, data folder and key are of one installation', problems }
}

const listedAtMost = 20

/** What no row knows of and the portal has put aside; no fault, but somebody should look. */
async function tellQuarantine(dataDir: string): Promise<void> {
  const held = await listQuarantine(dataDir)
  if (held.length === 0) return
  console.log(`quarantine   ${held.length} things that no row knows of, kept for ${quarantineDays} days:`)
  for (const { since, path, at } of held.slice(0, listedAtMost))
    console.log(`                 since ${since}  ${path}  (${await sizeOf(at)} bytes)`)
  if (held.length > listedAtMost) console.log(`                 and ${held.length - listedAtMost} more`)
}

/** `doctor`: settings, then every page of the database, every invariant and what is in quarantine; exit 1 when something is broken. */
export async function doctor(env: Env): Promise<void> {
  console.log(`data folder  ${env.DATA_DIR}`)
  console.log(`engine       ${env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}`)
  console.log(`mail         ${env.SMTP_URL ? 'SMTP' : 'files in outbox/'}`)
  console.log(`web servers  ${env.SERVER_DRIVER}`)
  const store = await openAsIs(env)
  try {
    const name = env.DATABASE_URL ? 'every row can be read' : 'every page of the database is whole'
    const damage = { name, problems: await engineOf(store).findDamage() }
    tell(damage)
    // Rows of a damaged database prove nothing.
    if (damage.problems.length > 0) throw new Error('the database is damaged: restore a backup')
    const installation = await checkInstallation(env, store)
    tell(installation)
    let broken = installation.problems.length > 0 ? 1 : 0
    for (const { name, count } of invariants) {
      const rows = await count(store, env.DATA_DIR)
      console.log(`${rows === 0 ? 'ok    ' : 'BROKEN'}       ${name}${rows === 0 ? '' : ` (${rows})`}`)
      if (rows > 0) broken += 1
    }
    await tellQuarantine(env.DATA_DIR)
    if (broken > 0) throw new Error(`${broken} invariants are broken`)
  } finally {
    await store.close()
  }
}
