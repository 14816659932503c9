import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { sessionOutput } from '../contract/contract.ts'
import { describeDevice } from '../contract/device.ts'
import { describePlace } from '../contract/place.ts'
import { rememberDevice } from '../known-device.ts'
import { auditAccount } from './audit-account.ts'

const userAgentLength = 256

/**
 * Signs the caller in as `userId` with a new session, whose cookie goes into the response; ends the presented one. Called after
 * the transaction that created or admitted the user.
 */
async function startSession(ctx: Context, userId: string): Promise<void> {
  const device = {
    userAgent: ctx.client.userAgent.slice(0, userAgentLength),
    address: ctx.client.address,
    createdAt: ctx.now().toISOString(),
  }
  const cookie = await ctx.sessions.start(userId, device)
  if (ctx.session) await ctx.sessions.end(ctx.session.id)
  ctx.reply.headers.set('set-cookie', cookie)
}

/** Signs the caller in, and marks the browser as known to the account. */
export async function enterAccount(ctx: Context, userId: string): Promise<void> {
  await startSession(ctx, userId)
  rememberDevice(ctx, userId)
}

/** Ends the caller's session and clears its cookie; changes nothing without one. */
export async function logout(ctx: Context): Promise<{ ok: true }> {
  if (ctx.session) {
    await ctx.sessions.end(ctx.session.id)
    await ctx.store.tx((tx) => auditAccount(tx, ctx, { action: 'auth.logout', account: ctx.user }))
  }
  ctx.reply.headers.set('set-cookie', ctx.sessions.blankCookie())
  return { ok: true }
}

/** The caller's sessions, newest first. */
export async function listSessions(ctx: CustomerContext): Promise<Answer<typeof sessionOutput>[]> {
  const sessions = await ctx.sessions.list(ctx.user.id)
  return sessions.map(({ publicId, userAgent, address, createdAt, expiresAt, seenAt, seenFrom }) => ({
    id: publicId,
    userAgent,
    device: describeDevice(userAgent),
    address,
    place: describePlace(seenFrom ?? address),
    createdAt,
    seenAt,
    expiresAt,
    isCurrent: publicId === ctx.session.publicId,
  }))
}

/** Ends one of the caller's sessions, even the present one. @throws NOT_FOUND when it is not the caller's */
export async function removeSession(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answered<{ ok: true }>> {
  const isEnded = await ctx.sessions.endByPublicId(ctx.user.id, input.id)
  if (!isEnded) throw notFound('This session')
  const answer = await mutate(ctx, async (tx) => {
    await auditAccount(tx, ctx, { action: 'auth.session.end', account: ctx.user, note: input.id })
    return { ok: true as const }
  })
  if (input.id === ctx.session.publicId) ctx.reply.headers.set('set-cookie', ctx.sessions.blankCookie())
  return answer
}
