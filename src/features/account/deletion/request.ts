import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import { assertFresh } from '#features/auth/service/assert-fresh.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import { provePassword } from '#features/auth/service/prove-password.ts'
import { lockAdministrators } from '#features/auth/service/users/lock-administrators.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import { type deleteInput, type deletionOutput, graceDays } from '../contract/contract.ts'
import { deletionBegun, deletionTakenBack } from '../mails.ts'

type State = Answer<typeof deletionOutput>
export type DeletionRow = Store['t']['accountDeletions']['$inferSelect']

const none: State = { status: 'none', requestedAt: null, endsAt: null }

const present = ({ requestedAt, endsAt }: DeletionRow): State => ({ status: 'waiting', requestedAt, endsAt })

const isOpen = ({ accountDeletions: d }: Store['t'], userId: string) =>
  and(eq(d.userId, userId), inArray(d.status, ['waiting', 'running']))

async function findOpen({ read, t }: Source, userId: string) {
  const [row] = await read.select().from(t.accountDeletions).where(isOpen(t, userId))
  return row
}

const publishDeletion = (tx: Tx, ctx: CustomerContext, status: DeletionRow['status']): void =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'account', id: ctx.user.id, status })

/** Whether the caller's account is scheduled for deletion. */
export async function readDeletion({ store, user }: CustomerContext): Promise<State> {
  const row = await findOpen(store, user.id)
  return row ? present(row) : none
}

/** Whether all administrators but this user are about to be deleted too. */
export async function isLastAdministrator(
  tx: Tx,
  ctx: Pick<Deps, 'store'>,
  userId: string,
): Promise<boolean> {
  const administrators = await lockAdministrators(tx, ctx)
  if (!administrators.has(userId)) return false
  const { accountDeletions: d } = tx.t
  const leaving = await tx
    .select({ userId: d.userId })
    .from(d)
    .where(inArray(d.status, ['waiting', 'running']))
  const gone = new Set(leaving.map((row) => row.userId))
  return [...administrators].every((id) => id === userId || gone.has(id))
}

/**
 * Schedules the caller's account for deletion in 14 days; they can cancel, and until then nothing changes (docs/product/profile-and-data.md,
 * "Deleting an account").
 * @throws SUDO_REQUIRED, INVALID with the field `password`, TOO_MANY_REQUESTS after 5 wrong guesses, CONFLICT when already
 *   scheduled, WRONG_STATE for the last administrator
 */
export async function requestDeletion(
  ctx: CustomerContext,
  { password }: z.output<typeof deleteInput>,
): Promise<State> {
  assertFresh(ctx)
  await provePassword(ctx, password)
  return ctx.store.tx(async (tx) => {
    await lockUser(tx, ctx)
    const [userId, now] = [ctx.user.id, ctx.now()]
    if (await findOpen(tx, userId))
      throw new DomainError('CONFLICT', 'Your account is already scheduled for deletion.')
    if (await isLastAdministrator(tx, ctx, userId))
      throw new DomainError(
        'WRONG_STATE',
        'You are the last administrator. Appoint another one before you delete your account.',
      )
    const endsAt = after(now, graceDays * day)
    const values = { id: Bun.randomUUIDv7(), userId, status: 'waiting' as const, requestedAt: now, endsAt }
    const [row] = await tx.insert(tx.t.accountDeletions).values(values).returning()
    if (!row) throw new Error('the deletion was not stored')
    publishDeletion(tx, ctx, row.status)
    await auditCaller(tx, ctx, {
      ...{ action: 'account.delete', targetType: 'account', targetId: userId, userId },
      details: { endsAt: endsAt.toISOString() },
    })
    await sendMail(tx, ctx, deletionBegun(row), ctx.user)
    return present(row)
  })
}

/** Cancels the deletion of the caller's account. @throws NOT_FOUND when none is scheduled */
export const cancelDeletion = (ctx: CustomerContext): Promise<Answered<State>> =>
  mutate(ctx, async (tx) => {
    const [userId, now] = [ctx.user.id, ctx.now()]
    const { accountDeletions: d } = tx.t
    const rows = await tx
      .update(d)
      .set({ status: 'kept', endedAt: now })
      .where(and(eq(d.userId, userId), eq(d.status, 'waiting')))
      .returning()
    const row = only(rows, 'A scheduled deletion of this account')
    publishDeletion(tx, ctx, row.status)
    await auditCaller(tx, ctx, { action: 'account.keep', targetType: 'account', targetId: userId, userId })
    await sendMail(tx, ctx, deletionTakenBack(row), ctx.user)
    return none
  })
