import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import { countHit } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import type { userOutput } from '#features/auth/contract/contract.ts'
import { presentUser } from '#features/auth/service/accounts.ts'
import { markMobileVerified } from '#features/auth/service/change-account.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, hour, minute } from '#shared/time.ts'
import {
  codeAttempts,
  codeDigits,
  codeMinutes,
  type sentCodeOutput,
  type verifyMobileInput,
} from '../contract/contract.ts'

/** The job that sends a text message. */
export const smsJobKind = 'sms.send'

/** Sealing context of its payload. */
export const smsPlace = (jobId: string): string => `jobs:payload:${jobId}`

const codesPerHour = 5

const hashCode = ({ secrets }: Pick<Deps, 'secrets'>, userId: string, code: string): string =>
  createHmac('sha256', secrets.deriveKey('mobile codes')).update(`${userId} ${code}`).digest('hex')

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function storeCode(tx: Tx, ctx: CustomerContext): Promise<void> {
  const { mobileCodes } = tx.t
  const { id: userId, mobile } = ctx.user
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = after(ctx.now(), codeMinutes * minute)
  const values = { mobile, codeHash: hashCode(ctx, userId, code), attempts: 0, expiresAt }
  await tx
    .insert(mobileCodes)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: mobileCodes.userId, set: values })
  const id = Bun.randomUUIDv7()
  const text = `${code} is your code for ${ctx.env.COMPANY_NAME}. It works for ${codeMinutes} minutes. Do not share it.`
  const message = ctx.secrets.seal(JSON.stringify({ to: mobile, text }), smsPlace(id))
  await enqueueJob(tx, { id, kind: smsJobKind, payload: { message }, userId, now: ctx.now() })
}

/**
 * Sends a new code to the caller's mobile number and voids an earlier one. A verified number gets none.
 * @throws TOO_MANY_REQUESTS (5 an hour)
 */
export async function sendCode(ctx: CustomerContext): Promise<Answered<Answer<typeof sentCodeOutput>>> {
  const answer = { ok: true as const, delivery: ctx.smsSender.delivery }
  if (ctx.user.mobileVerified) return mutate(ctx, async () => answer)
  const hit = { key: `sms:${ctx.user.id}`, limit: codesPerHour, windowMs: hour, now: ctx.now() }
  await countHit(ctx.store, hit)
  return mutate(ctx, async (tx) => {
    await storeCode(tx, ctx)
    const target = { targetType: 'user', targetId: ctx.user.id, userId: ctx.user.id }
    await auditCaller(tx, ctx, { action: 'user.mobile.send', ...target })
    return answer
  })
}

const wrongCode = () => invalid('code', 'This code is wrong or has expired.')

/** Uses up one attempt; returns whether the code was right. */
async function tryCode(tx: Tx, ctx: CustomerContext, code: string): Promise<string | null> {
  const { mobileCodes } = tx.t
  const { userId, attempts, expiresAt } = mobileCodes
  const isLive = and(eq(userId, ctx.user.id), lt(attempts, codeAttempts), gt(expiresAt, ctx.now()))
  const [tried] = await tx
    .update(mobileCodes)
    .set({ attempts: sql`${attempts} + 1` })
    .where(isLive)
    .returning()
  if (!tried || !isEqual(tried.codeHash, hashCode(ctx, ctx.user.id, code))) return null
  await tx.delete(mobileCodes).where(eq(userId, ctx.user.id))
  return tried.mobile
}

/**
 * Verifies the caller's mobile number and uses up the code.
 * @throws INVALID with the field `code` when it is wrong, older than 10 minutes, tried 5 times, or for another number
 */
export const verifyMobile = (
  ctx: CustomerContext,
  { code }: z.output<typeof verifyMobileInput>,
): Promise<Answered<Answer<typeof userOutput>>> =>
  mutate(ctx, async (tx) => {
    await lockUser(tx, ctx)
    const mobile = await tryCode(tx, ctx, code)
    // The attempt is committed although the code is refused.
    if (mobile === null || !(await markMobileVerified(tx, ctx, mobile))) return wrongCode()
    return presentUser({ ...ctx.user, mobile, mobileVerified: true })
  })
