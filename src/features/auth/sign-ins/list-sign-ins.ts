import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { describeDevice } from '../contract/device.ts'
import { describePlace } from '../contract/place.ts'
import type { signInOutput } from '../contract/security.ts'
import { signInsKeptMs } from './note-sign-in.ts'

/** More than somebody reads: the others are failures that the throttle let through. */
const listed = 200

/** The attempts to sign in to the caller's account within 90 days, the newest first, at most 200. */
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

/** Attempts that are older than 90 days, or on accounts that do not exist, and challenges that are over, are gone. */
export async function sweepSignIns({ store, now }: Pick<JobContext, 'store' | 'now'>): Promise<void> {
  const { signIns, usedChallenges } = store.t
  // One after the other: each has its index.
  for (const which of [isNull(signIns.userId), lt(signIns.at, after(now(), -signInsKeptMs))])
    await removeRows(store, { table: signIns, key: signIns.id, which })
  const { id, expiresAt } = usedChallenges
  await removeRows(store, { table: usedChallenges, key: id, which: lt(expiresAt, now()) })
}
