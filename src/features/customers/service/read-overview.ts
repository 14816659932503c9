import { and, desc, eq, inArray } from 'drizzle-orm'
import { getUser } from '#features/auth/service/users/users.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from '../contract/contract.ts'
import { sectionKeys } from '../contract/sections.ts'
import { bought } from '../sections/bought.ts'
import { hosted } from '../sections/hosted.ts'
import { traced } from '../sections/traced.ts'
import { written } from '../sections/written.ts'
import { readNotes } from './notes.ts'

const sections = { ...bought, ...hosted, ...written, ...traced }

async function readDeletion({ store: { read, t } }: CustomerContext, userId: string): Promise<Date | null> {
  const { accountDeletions: d } = t
  const [row] = await read
    .select({ endsAt: d.endsAt })
    .from(d)
    .where(and(eq(d.userId, userId), inArray(d.status, ['waiting', 'running'])))
    .orderBy(desc(d.requestedAt))
    .limit(1)
  return row?.endsAt ?? null
}

/** Full record of a customer: identity, newest items of each kind, and notes. @throws NOT_FOUND */
export async function readOverview(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof overviewOutput>> {
  const customer = await getUser(ctx, { id })
  const wanted = { store: ctx.store, now: ctx.now(), customer }
  const [deletionAt, notes, read] = await Promise.all([
    readDeletion(ctx, id),
    readNotes(ctx, id),
    Promise.all(sectionKeys.map(async (key) => ({ key, ...(await sections[key](wanted)) }))),
  ])
  const mailLimitation = ctx.mailer.limitation ?? null
  return { customer: { ...customer, deletionAt }, sections: read, notes, mailLimitation }
}
