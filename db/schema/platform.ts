import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'

/** Durable work. */
export function workTables(k: Kit) {
  const jobs = k.table(
    'jobs',
    {
      id: k.id().primaryKey(),
      kind: k.text().notNull(),
      payload: k.json<Record<string, unknown>>().notNull(),
      /** At most one job with this key runs at a time. */
      key: k.text(),
      userId: k.ref(),
      relatedId: k.text(),
      status: k.oneOf(['queued', 'running', 'done', 'failed']).notNull().default('queued'),
      step: k.text(),
      attempts: k.int().notNull().default(0),
      runAt: k.time().notNull(),
      leaseHolder: k.text(),
      leaseUntil: k.time(),
      /** Raised by every claim: a holder with an older fence may write nothing. */
      fence: k.int().notNull().default(0),
      message: k.text(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
      finishedAt: k.time(),
    },
    (t) => [
      k.uniqueIndex('jobs_running_key').on(t.key).where(sql`status = 'running' and key is not null`),
      k.index('jobs_queued').on(t.kind, t.runAt, t.id).where(sql`status = 'queued'`),
      k.index('jobs_running').on(t.leaseUntil, t.id).where(sql`status = 'running'`),
      k.index('jobs_created').on(t.createdAt, t.id),
      // For the list by status. A single index on the status would be written by each step of a job, and SQLite would use it
      // to find due work.
      k.index('jobs_live').on(t.createdAt, t.id).where(sql`status = 'queued' or status = 'running'`),
      k.index('jobs_done').on(t.createdAt, t.id).where(sql`status = 'done'`),
      k.index('jobs_failed').on(t.createdAt, t.id).where(sql`status = 'failed'`),
      k.index('jobs_key').on(t.key).where(sql`key is not null`),
      k.index('jobs_related').on(t.relatedId).where(sql`related_id is not null`),
    ],
  )

  const leases = k.table('leases', {
    name: k.text().primaryKey(),
    holder: k.text().notNull(),
    fence: k.big().notNull(),
    expiresAt: k.time().notNull(),
  })

  return { jobs, leases }
}

/** The installation to which the rows belong. */
export function installationTables(k: Kit) {
  const installation = k.table('installation', {
    /** Always `portal`: there is one row. */
    name: k.text().primaryKey(),
    /** Also written into the data folder: the two belong together. Copied with the rows, by `move` and `restore`. */
    id: k.id().notNull(),
    /** A known text sealed with the key: another key cannot open it. */
    keyCheck: k.text(),
    createdAt: k.time().notNull(),
  })
  return { installation }
}

/** The sealed log of events, and the stored answers of requests. */
export function recordTables(k: Kit) {
  const auditLog = k.table(
    'audit_log',
    {
      id: k.id().primaryKey(),
      at: k.time().notNull(),
      actorId: k.ref(),
      /** The actor in words: an email address, or the name of a part of the program. */
      actor: k.text(),
      action: k.text().notNull(),
      targetType: k.text().notNull(),
      targetId: k.text(),
      /** The customer whom the entry concerns. */
      userId: k.ref(),
      note: k.text(),
      details: k.json<Record<string, unknown>>(),
      address: k.text(),
      requestId: k.text(),
    },
    (t) => [
      k.index('audit_log_at').on(t.at, t.id),
      k.index('audit_log_target').on(t.targetType, t.targetId, t.at),
      k.index('audit_log_user').on(t.userId, t.at),
    ],
  )

  const auditSeals = k.table('audit_seals', {
    /** 1, 2, 3 … without a gap. */
    number: k.int().primaryKey(),
    /** The ids this seal covers, in the order they were hashed. */
    rowIds: k.json<string[]>().notNull(),
    rowCount: k.int().notNull(),
    previousHash: k.text().notNull(),
    hash: k.text().notNull(),
    sealedAt: k.time().notNull(),
  })

  /** Entries that no seal covers yet; added with the entry, removed by its seal. */
  const auditPending = k.table('audit_pending', { id: k.ref().primaryKey() })

  const idempotencyKeys = k.table(
    'idempotency_keys',
    {
      userId: k.ref().notNull(),
      key: k.text().notNull(),
      bodyHash: k.text().notNull(),
      /** NULL while the first request is in flight. */
      status: k.int(),
      /** The stored answer, sealed with the key of the application. */
      answer: k.text(),
      createdAt: k.time().notNull(),
      expiresAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'idempotency_keys_pkey', columns: [t.userId, t.key] }),
      k.index('idempotency_keys_expires').on(t.expiresAt),
    ],
  )

  const rateLimits = k.table(
    'rate_limits',
    {
      key: k.text().primaryKey(),
      count: k.int().notNull(),
      resetAt: k.time().notNull(),
      blockedUntil: k.time(),
      updatedAt: k.time().notNull(),
    },
    (t) => [k.index('rate_limits_reset').on(t.resetAt)],
  )

  return { auditLog, auditSeals, auditPending, idempotencyKeys, rateLimits }
}
