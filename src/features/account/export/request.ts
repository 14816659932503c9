import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import type { Source } from '#db/types.ts'
import { assertFresh } from '#features/auth/service/assert-fresh.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { exportOutput } from '../contract/contract.ts'
import { exportKey, exportKind } from '../kinds.ts'
import { assertExportRoom } from './room.ts'
import type { ExportRow } from './run.ts'

type State = Answer<typeof exportOutput>

const none: State = {
  status: 'none',
  id: null,
  requestedAt: null,
  finishedAt: null,
  expiresAt: null,
  fileSize: 0,
  missing: 0,
  reason: null,
  nextAt: null,
}

const isHere = ({ status }: ExportRow): boolean => status === 'ready' || status === 'fetching'

const present = (row: ExportRow | undefined, nextAt: Date | null): State =>
  row
    ? {
        status: row.status,
        id: row.id,
        requestedAt: row.createdAt,
        finishedAt: row.finishedAt,
        expiresAt: isHere(row) ? row.expiresAt : null,
        fileSize: row.fileSize,
        missing: row.missing,
        reason: row.reason,
        nextAt,
      }
    : none

/** When another export can be requested; null for now. Ignores a time in the future, written by a clock that ran ahead. */
async function readNextAt({ read, t }: Source, userId: string, now: Date): Promise<Date | null> {
  const { accountExports: e } = t
  const lately = and(gt(e.createdAt, after(now, -day)), lte(e.createdAt, now))
  const [row] = await read
    .select({ createdAt: e.createdAt })
    .from(e)
    .where(and(eq(e.userId, userId), ne(e.status, 'failed'), lately))
    .orderBy(desc(e.createdAt))
    .limit(1)
  return row ? after(row.createdAt, day) : null
}

/** The caller's newest export. */
export async function readExport({ store, user, now }: CustomerContext): Promise<State> {
  const { accountExports: e } = store.t
  const [row] = await store.read
    .select()
    .from(e)
    .where(eq(e.userId, user.id))
    .orderBy(desc(e.createdAt), desc(e.id))
    .limit(1)
  return present(row, await readNextAt(store, user.id, now()))
}

/**
 * Starts a durable job that exports all of the caller's data into one archive (docs/product/profile-and-data.md, "Your data").
 * @throws SUDO_REQUIRED, BUSY while one is running, TOO_MANY_REQUESTS within a day of the last one, DISK_FULL
 */
export async function requestExport(ctx: CustomerContext): Promise<Answered<State>> {
  await assertExportRoom(ctx, ctx.user.id)
  return mutate(ctx, async (tx) => {
    await lockUser(tx, ctx)
    const { accountExports: e } = tx.t
    const [userId, now] = [ctx.user.id, ctx.now()]
    if ((await tx.$count(e, and(eq(e.userId, userId), eq(e.status, 'pending')))) > 0)
      throw new DomainError(
        'BUSY',
        'Your data is already being exported. We will email you when it is ready.',
      )
    const nextAt = await readNextAt(tx, userId, now)
    if (nextAt)
      throw new DomainError('TOO_MANY_REQUESTS', 'You can export your data once a day. Try again tomorrow.', {
        retryAfterSeconds: Math.ceil((nextAt.getTime() - now.getTime()) / 1_000),
      })
    assertFresh(ctx)
    const id = Bun.randomUUIDv7()
    const values = { id, userId, status: 'pending' as const, createdAt: now }
    const [row] = await tx.insert(e).values(values).returning()
    publish(tx, ctx, { userId, kind: 'account', id, status: 'pending' })
    const payload = { userId, exportId: id }
    await enqueueJob(tx, { kind: exportKind, payload, key: exportKey(userId), userId, relatedId: id, now })
    const target = { targetType: 'account', targetId: userId, userId }
    await auditCaller(tx, ctx, { action: 'account.export', ...target })
    return present(row, after(now, day))
  })
}
