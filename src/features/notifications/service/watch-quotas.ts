import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { showName } from '#shared/names/show-name.ts'
import { minute } from '#shared/time.ts'
import { notify } from './notify.ts'

/** Percent, highest first. */
const levels = [95, 80] as const
/** A level resets only when usage falls this many points below it, so usage that fluctuates around it causes one notice. */
const slack = 5
const pageSize = 500
const mib = 1024 * 1024

type QuotaUsage = {
  userId: string
  subject: 'disk' | 'mail'
  id: string
  /** Name for use in a sentence. */
  name: string
  link: string
  percent: number
  /** The highest notified level, 0 for none. */
  notified: number
}

/** The level to store, from current usage and the notified level. */
export function nextLevel(percent: number, notified: number): number {
  const reached = levels.find((level) => percent >= level) ?? 0
  if (reached >= notified) return reached
  return percent > notified - slack ? notified : reached
}

async function remember(ctx: JobContext, usage: QuotaUsage): Promise<void> {
  const level = nextLevel(usage.percent, usage.notified)
  if (level === usage.notified) return
  const { userId, subject, id: subjectId, name, link } = usage
  await ctx.store.tx(async (tx) => {
    const { quotaLevels: q } = tx.t
    const own = and(eq(q.userId, userId), eq(q.subject, subject), eq(q.subjectId, subjectId))
    const [now] = await ctx.store.lock(tx.select().from(q).where(own))
    // Another node was faster.
    if ((now?.level ?? 0) !== usage.notified) return
    const set = { level, updatedAt: ctx.now() }
    if (level === 0) await tx.delete(q).where(own)
    else
      await tx
        .insert(q)
        .values({ userId, subject, subjectId, ...set })
        .onConflictDoUpdate({ target: [q.userId, q.subject, q.subjectId], set })
    if (level <= usage.notified) return
    await notify(tx, ctx, {
      ...{ userId, kind: subject === 'disk' ? 'quota.disk' : 'quota.mail', relatedId: subjectId, link },
      subject: `${name} is ${level}% full`,
      body:
        level === 95
          ? 'Space will run out soon. Delete what you do not need, or choose a larger plan.'
          : 'Delete what you do not need, or choose a larger plan.',
    })
  })
}

const percentOf = (used: number, most: number): number => (most > 0 ? (used / most) * 100 : 0)

type ReadPage = (store: Store, last: string | undefined) => Promise<QuotaUsage[]>

const readDisks: ReadPage = async ({ read, t }, last) => {
  const { userServices: s, pricingPlans: p, quotaLevels: q } = t
  const rows = await read
    .select({
      id: s.id,
      userId: s.userId,
      domain: s.domain,
      bytes: s.diskBytes,
      limits: p.limits,
      level: q.level,
    })
    .from(s)
    .innerJoin(p, eq(p.id, s.planId))
    .leftJoin(q, and(eq(q.userId, s.userId), eq(q.subject, 'disk'), eq(q.subjectId, s.id)))
    .where(
      and(
        inArray(s.status, ['active', 'restarting', 'stopped']),
        last === undefined ? undefined : gt(s.id, last),
      ),
    )
    .orderBy(asc(s.id))
    .limit(pageSize)
  return rows.map(({ id, userId, domain, bytes, limits, level }) => ({
    ...{
      id,
      userId,
      subject: 'disk' as const,
      notified: level ?? 0,
      percent: percentOf(bytes, limits.diskBytes),
    },
    name: domain === null ? 'Your service’s disk' : `The disk of ${showName(domain)}`,
    link: `/files?service=${id}`,
  }))
}

const readMailboxes: ReadPage = async ({ read, t }, last) => {
  const { emailAccounts: a, quotaLevels: q } = t
  const rows = await read
    .select({
      id: a.id,
      userId: a.userId,
      email: a.email,
      bytes: a.usedBytes,
      quota: a.quota,
      level: q.level,
    })
    .from(a)
    .leftJoin(q, and(eq(q.userId, a.userId), eq(q.subject, 'mail'), eq(q.subjectId, a.id)))
    .where(and(eq(a.type, 'mailbox'), isNull(a.deletedAt), last === undefined ? undefined : gt(a.id, last)))
    .orderBy(asc(a.id))
    .limit(pageSize)
  return rows.map(({ id, userId, email, bytes, quota, level }) => ({
    ...{ id, userId, subject: 'mail' as const, notified: level ?? 0, percent: percentOf(bytes, quota * mib) },
    name: `The mailbox ${email}`,
    link: '/email',
  }))
}

async function watch(ctx: JobContext, readPage: ReadPage, stopping: AbortSignal): Promise<void> {
  let last: string | undefined
  while (!stopping.aborted) {
    const page = await readPage(ctx.store, last)
    for (const usage of page) await remember(ctx, usage)
    last = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

/** Notifies customers when their disk space or a mailbox is nearly full (docs/product/notifications.md, "Notifications"). */
export const watchingQuotas: ScheduledTask = {
  name: 'quotas',
  everyMs: 10 * minute,
  async run(ctx, stopping) {
    await watch(ctx, readDisks, stopping)
    await watch(ctx, readMailboxes, stopping)
  },
}
