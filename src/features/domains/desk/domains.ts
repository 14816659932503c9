import { and, eq } from 'drizzle-orm'
import { toPage } from '#db/lists/paging.ts'
import { readSearchedList } from '#db/lists/searched-list.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source } from '#db/types.ts'
import type { ListDomainsInput } from '#features/zones/contract/desk.ts'
import { searchedDomains } from '#features/zones/domain/searched-domains.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminDomainOutput } from '../contract/desk.ts'
import { readStatus } from '../contract/status.ts'
import { checkAgain } from '../proof/check-again.ts'

function selectDomains({ read, t }: Source) {
  const { domains, userServices: s, pricingPlans, certificates } = t
  return read
    .select({
      domain: domains,
      user: ownerColumns(t),
      service: { id: s.id, plan: pricingPlans.name, name: s.name, domain: s.domain },
      ssl: { status: certificates.status, problem: certificates.problem },
    })
    .from(domains)
    .innerJoin(t.users, eq(t.users.id, domains.userId))
    .leftJoin(s, and(eq(s.userId, domains.userId), eq(s.id, domains.serviceId)))
    .leftJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .leftJoin(
      certificates,
      and(eq(certificates.userId, domains.userId), eq(certificates.domainId, domains.id)),
    )
}

type Row = Awaited<ReturnType<typeof selectDomains>>[number]

const present = ({ domain, user, service, ssl }: Row): Answer<typeof adminDomainOutput> => ({
  id: domain.id,
  name: domain.domainName,
  user,
  service: service?.id && service.plan ? { ...service, id: service.id, plan: service.plan } : null,
  registrar: domain.registrar,
  status: readStatus(domain.status),
  isVerified: domain.challenge === null,
  problem: domain.problem,
  ssl: { status: ssl?.status ?? 'off', problem: ssl?.problem ?? null },
  isSigned: domain.signedAt !== null,
  expires: domain.expiryDate,
  createdAt: domain.createdAt,
})

/** The domains of all customers, newest first. */
export async function listAllDomains({ store }: CustomerContext, input: ListDomainsInput) {
  const found = await readSearchedList<Row>(
    store,
    {
      ...searchedDomains(store, input),
      select: (source, { where, order, rows }) =>
        selectDomains(source)
          .where(where)
          .orderBy(...order)
          .limit(rows),
    },
    input,
  )
  const key = ({ domain }: Row) => ({ at: domain.createdAt, id: domain.id })
  return toPage(found, { limit: input.limit, key, present })
}

/** Schedules a check of an unverified domain within seconds. @throws NOT_FOUND, WRONG_STATE */
export const checkDomain = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof adminDomainOutput>>> =>
  mutate(ctx, async (tx) => {
    await checkAgain(tx, ctx, id)
    const [row] = await selectDomains(tx).where(eq(tx.t.domains.id, id))
    if (!row) throw notFound('This domain')
    return present(row)
  })
