import { and, asc, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'

const batch = 200

type OpenRow = { id: string; userId: string; viewerId: string; email: string }

/** Records the end of a view, with its reason. */
const close = (ctx: JobContext, { id, userId, viewerId, email }: OpenRow, note: string): Promise<void> =>
  ctx.store.tx(async (tx) => {
    const { customerViews: v } = tx.t
    const ended = await tx
      .update(v)
      .set({ endedAt: ctx.now() })
      .where(and(eq(v.id, id), isNull(v.endedAt)))
      .returning({ id: v.id })
    if (ended.length === 0) return
    await appendAudit(tx, {
      ...{ at: ctx.now(), actorId: viewerId, actorEmail: email, action: 'customer.view.end' },
      ...{ targetType: 'user', targetId: userId, userId, note, details: { viewId: id } },
    })
    publish(tx, ctx, { userId: viewerId, kind: 'session', id, status: 'ended' })
  })

const readOpen = ({ store }: JobContext, which: SQL) => {
  const { customerViews: v, users } = store.t
  return store.read
    .select({
      ...{ id: v.id, userId: v.userId, viewerId: v.viewerId, sessionId: v.sessionId },
      ...{ email: users.email, isAdmin: users.isAdmin },
    })
    .from(v)
    .innerJoin(users, eq(users.id, v.viewerId))
    .where(and(isNull(v.endedAt), which))
    .orderBy(asc(v.endsAt), asc(v.id))
    .limit(batch)
}

/**
 * Records the end of views that expired, lost their session, or whose viewer is no longer an administrator; they granted no
 * access since.
 */
export async function followViews(ctx: JobContext): Promise<void> {
  const { customerViews: v } = ctx.store.t
  const now = ctx.now()
  for (;;) {
    const due = await readOpen(ctx, lte(v.endsAt, now))
    for (const row of due) await close(ctx, row, 'The time was up.')
    if (due.length < batch) break
  }
  for (const row of await readOpen(ctx, gt(v.endsAt, now))) {
    const sessions = row.isAdmin ? await ctx.sessions.list(row.viewerId) : []
    if (!row.isAdmin) await close(ctx, row, 'The viewer is no longer an administrator.')
    else if (!sessions.some(({ publicId }) => publicId === row.sessionId))
      await close(ctx, row, 'The viewer signed out.')
  }
}
