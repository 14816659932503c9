import { and, eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { getService } from './service.ts'

type Status = { status: Awaited<ReturnType<typeof getService>>['status'] }

async function refuse(ctx: CustomerContext, input: { id: string }): Promise<Status> {
  const { status } = await getService(ctx, input)
  if (status === 'pending') throw new DomainError('WRONG_STATE', 'This service is not active yet.')
  throw new DomainError('UNAVAILABLE', 'The web servers are not connected.', { retryAfterSeconds: 60 })
}

/** The service's web server runs. @throws NOT_FOUND, UNAVAILABLE */
export const startServer = refuse
/** The service's web server is stopped. @throws NOT_FOUND, UNAVAILABLE */
export const stopServer = refuse
/** The service's web server is started anew. @throws NOT_FOUND, UNAVAILABLE */
export const restartServer = refuse

/** Whether a crashed web server is started again, as stored. @throws NOT_FOUND */
export async function setAutoRestart(
  ctx: CustomerContext,
  { id, autoRestart }: { id: string; autoRestart: boolean },
): Promise<{ autoRestart: boolean }> {
  const { userServices } = ctx.store.t
  const own = and(eq(userServices.userId, ctx.user.id), eq(userServices.id, id))
  const rows = await ctx.store.tx((tx) =>
    tx
      .update(userServices)
      .set({ autoRestart, updatedAt: ctx.now() })
      .where(own)
      .returning({ id: userServices.id }),
  )
  if (rows.length === 0) throw notFound('This service')
  return { autoRestart }
}

/** The last lines of the service's log, oldest first. @throws NOT_FOUND */
export async function readServerLog(
  ctx: CustomerContext,
  input: { id: string; lines: number },
): Promise<{ lines: string[] }> {
  await getService(ctx, input)
  return { lines: [] }
}
