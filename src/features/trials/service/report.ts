import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sendContactMessage } from '#features/support/service.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { reportTrialInput, reportTrialOutput } from '../contract/contract.ts'
import { assertOffered, findLive, trialUrl } from './rows.ts'

/**
 * Sends administrators a message about the site, and marks it as reported in their list.
 * @throws NOT_FOUND when the site does not exist, TOO_MANY_REQUESTS as for any message
 */
export async function reportTrial(
  ctx: Context,
  { name, email, message }: z.output<typeof reportTrialInput>,
): Promise<Answer<typeof reportTrialOutput>> {
  assertOffered(ctx)
  const row = await findLive(ctx, name)
  if (!row) throw notFound('This temporary site')
  const { reference } = await sendContactMessage(ctx, {
    firstName: 'Abuse',
    lastName: 'report',
    email,
    subject: `Temporary site ${name}`,
    message: `${trialUrl(ctx, name) ?? name}\n\n${message}`,
  })
  await ctx.store.tx(async (tx) => {
    const { trials } = tx.t
    await tx
      .update(trials)
      .set({ reports: sql`${trials.reports} + 1` })
      .where(eq(trials.id, row.id))
    publish(tx, ctx, { userId: row.userId ?? '', kind: 'trial', id: row.id, status: 'reported' })
  })
  return { reference }
}
