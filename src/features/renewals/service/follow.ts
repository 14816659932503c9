import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { gateOpeningStatuses } from '#features/services/contract/gate.ts'
import type { JobContext } from '#server/context.ts'
import { after } from '#shared/time.ts'
import { policyOf } from '../rules/policy.ts'
import { advanceService } from './advance.ts'
import { advanceDomain } from './domains/advance-domain.ts'
import { ensureTerm } from './ensure-term.ts'
import { endChange } from './plans/end-change.ts'
import { type Owned, readBought } from './rows.ts'

const batch = 200

type Ending = { userId: string; id: string; at: Date | null }

/** Runs each in turn; a failure does not stop the others, and is retried with the next run. */
async function each<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals failed`)
}

/** Creates missing terms of active services, including those older than terms. */
export async function startTerms(ctx: JobContext): Promise<void> {
  const { userServices: s, renewalTerms: r } = ctx.store.t
  const rows: Owned[] = await ctx.store.readLong((read) =>
    read
      .select({ userId: s.userId, serviceId: s.id })
      .from(s)
      .leftJoin(r, and(eq(r.userId, s.userId), eq(r.serviceId, s.id)))
      .where(and(inArray(s.status, [...gateOpeningStatuses]), isNull(r.serviceId)))
      .limit(batch),
  )
  await each(rows, (owned) =>
    ctx.store.tx(async (tx) => {
      const bought = await readBought(tx, owned)
      if (bought) await ensureTerm(tx, ctx, bought)
    }),
  )
}

async function listTerms({ store: { readLong, t } }: JobContext, which: SQL | undefined): Promise<Owned[]> {
  const { renewalTerms: r, userServices: s } = t
  return readLong((read) =>
    read
      .select({ userId: r.userId, serviceId: r.serviceId })
      .from(r)
      .innerJoin(s, and(eq(s.userId, r.userId), eq(s.id, r.serviceId)))
      .where(which)
      .orderBy(asc(r.nextAt), asc(r.serviceId))
      .limit(batch),
  )
}

/** Takes the steps due on services. */
export async function advanceDue(ctx: JobContext): Promise<void> {
  const { renewalTerms: r } = ctx.store.t
  await each(await listTerms(ctx, lte(r.nextAt, ctx.now())), (owned) => advanceService(ctx, owned))
}

/** Takes the steps that follow from a changed status. */
export async function followStatuses(ctx: JobContext): Promise<void> {
  const { renewalTerms: r, userServices: s } = ctx.store.t
  const isOver = eq(s.status, 'terminated')
  const rows = await listTerms(
    ctx,
    or(
      and(isOver, isNull(r.endedAt)),
      and(ne(s.status, 'terminated'), isNotNull(r.endedAt)),
      and(isNotNull(r.suspendedAt), ne(s.status, 'suspended'), isNull(r.endedAt)),
      and(isNull(r.nextAt), isNull(r.endedAt), ne(s.status, 'suspended')),
    ),
  )
  await each(rows, (owned) => advanceService(ctx, owned))
}

/** Takes the steps due on invoices for domains and plan changes. */
export async function advanceCharges(ctx: JobContext): Promise<void> {
  const { renewalCharges: c } = ctx.store.t
  const rows = await ctx.store.read
    .select({ id: c.id, userId: c.userId, domainId: c.domainId, serviceId: c.serviceId })
    .from(c)
    .where(lte(c.nextAt, ctx.now()))
    .orderBy(asc(c.nextAt), asc(c.id))
    .limit(batch)
  await each(rows, async ({ userId, domainId, serviceId }) => {
    if (domainId !== null) await advanceDomain(ctx, { userId, id: domainId })
    else if (serviceId !== null) await endChange(ctx, { userId, serviceId })
  })
}

/** Domains whose year is about to end, in batches; those with an unpaid invoice have their own due time. */
async function listEnding({ store, env, now }: JobContext, last: Ending | undefined): Promise<Ending[]> {
  const { domains: d, renewalCharges: c } = store.t
  const soon = after(now(), policyOf(env).domainRenewBefore)
  const further =
    last &&
    sql`(${d.expiryDate}, ${d.id}) > (${sql.param(last.at, d.expiryDate)}, ${sql.param(last.id, d.id)})`
  return store.readLong((read) =>
    read
      .select({ id: d.id, userId: d.userId, at: d.expiryDate })
      .from(d)
      .leftJoin(c, and(eq(c.userId, d.userId), eq(c.domainId, d.id), eq(c.status, 'open')))
      .where(and(lte(d.expiryDate, soon), eq(d.status, 'active'), isNull(c.id), further))
      .orderBy(asc(d.expiryDate), asc(d.id))
      .limit(batch),
  )
}

/** Bills domains whose year is about to end, notifies their owners, or lets them expire. */
export async function advanceDomains(ctx: JobContext): Promise<void> {
  let last: Ending | undefined
  do {
    const rows = await listEnding(ctx, last)
    await each(rows, (owned) => advanceDomain(ctx, owned))
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}
