import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { QueryFailed, StoreError, StoreUnavailable } from '#db/errors.ts'
import { type Claimed, heartbeat } from '#db/jobs.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { JobContext } from '#server/context.ts'
import { Abandoned } from '../archive/refused.ts'
import type { BackupRow } from '../service/present.ts'
import { publishBackup } from '../service/publish-backup.ts'

/** Payload of this feature's jobs. */
export const target = z.object({ userId: z.string(), serviceId: z.string(), backupId: z.string() })
export const restoreTarget = target.extend({ safetyBackupId: z.string() })
export type RestoreTarget = z.output<typeof restoreTarget>

type BackupKey = { userId: string; id: string }

export const ownBackup = ({ backups }: Schema, { userId, id }: BackupKey) =>
  and(eq(backups.userId, userId), eq(backups.id, id))

export const ownService = (
  { userServices }: Schema,
  { userId, serviceId }: { userId: string; serviceId: string },
) => and(eq(userServices.userId, userId), eq(userServices.id, serviceId))

export async function readBackup(ctx: JobContext, owned: BackupKey): Promise<BackupRow | undefined> {
  const [row] = await ctx.store.read.select().from(ctx.store.t.backups).where(ownBackup(ctx.store.t, owned))
  return row
}

/**
 * Asserts, and renews, this worker's claim on the job. Called before anything is replaced: while the worker slept, another may
 * have done the work.
 * @throws StoreUnavailable `fenced` when another worker has taken it over
 */
export async function assertClaim(ctx: JobContext, job: Claimed, step?: string): Promise<void> {
  ctx.node.assertCurrent()
  const isOurs = await heartbeat(ctx.store, job, { now: ctx.now(), ...(step === undefined ? {} : { step }) })
  if (!isOurs) throw new StoreUnavailable('fenced')
}

/** A store failure says nothing about the work, which is retried. */
export const isStoreFault = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof QueryFailed || error instanceof StoreError

const reportMs = 400

/** Stores and publishes the progress of a pending backup at intervals. @throws Abandoned once it is no longer pending */
export function progressOf(ctx: JobContext, backup: BackupRow): (percent: number) => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  let reported = -1
  return async (exact) => {
    const percent = Math.min(99, Math.floor(exact))
    if (percent <= reported || performance.now() - reportedAt < reportMs) return
    reported = percent
    reportedAt = performance.now()
    await ctx.store.tx(async (tx) => {
      const rows = await tx
        .update(tx.t.backups)
        .set({ progress: percent })
        .where(and(ownBackup(tx.t, backup), eq(tx.t.backups.status, 'pending')))
        .returning({ id: tx.t.backups.id })
      if (rows.length === 0) throw new Abandoned()
      publishBackup(tx, ctx, { ...backup, status: 'pending' })
    })
  }
}
