import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { describeDevice } from '../contract/device.ts'
import { describePlace } from '../contract/place.ts'
import type { signInOutput } from '../contract/security.ts'
import { signInsKeptMs } from './record-sign-in.ts'

/** Enough for a reader: any others are failures that the throttle let through. */
const listed = 200

/** Sign-in attempts to the caller's account in the last 90 days, newest first, at most 200. */
export async function listSignIns(ctx: CustomerContext): Promise<Answer<typeof signInOutput>[]> {
  const { signIns } = ctx.store.t
  const isRecent = gt(signIns.at, after(ctx.now(), -signInsKeptMs))
  const rows = await ctx.store.read
    .select()
    .from(signIns)
    .where(and(eq(signIns.userId, ctx.user.id), isRecent))
    .orderBy(desc(signIns.id))
    .limit(listed)
  return rows.map(({ id, at, userAgent, address, method, isSuccess }) => ({
    id,
    at,
    device: describeDevice(userAgent),
    address,
    place: describePlace(address),
    method,
    isSuccess,
  }))
}

/** Deletes attempts older than 90 days or without an account, and expired challenges. */
export async function sweepSignIns({ store, now }: Pick<JobContext, 'store' | 'now'>): Promise<void> {
  const { signIns, usedChallenges } = store.t
  // One after another: each has its index.
  for (const which of [isNull(signIns.userId), lt(signIns.at, after(now(), -signInsKeptMs))])
    await removeRows(store, { table: signIns, key: signIns.id, which })
  const { id, expiresAt } = usedChallenges
  await removeRows(store, { table: usedChallenges, key: id, which: lt(expiresAt, now()) })
}
