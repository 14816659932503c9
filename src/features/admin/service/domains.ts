import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { idBegins, olderThan, toPage } from '#db/paging.ts'
import { beginsWith, searchList } from '#db/search.ts'
import type { Source, Store } from '#db/types.ts'
import { emailKey } from '#features/auth/contract.ts'
import { readStatus } from '#features/domains/contract/status.ts'
import { checkAgain } from '#features/domains/proof/check-again.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { mutate } from '#server/mutate.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminDomainOutput, listDomainsInput } from '../contract/names.ts'

export type Wanted = z.output<typeof listDomainsInput>

/** The condition and the order of a page of all domains, newest first. */
export function isOfPage({ t: { domains } }: Pick<Store, 't'>, { status, cursor }: Wanted, which?: SQL) {
  return and(
    status ? eq(domains.status, status) : undefined,
    which,
    olderThan({ at: domains.createdAt, id: domains.id }, cursor),
  )
}

function selectDomains({ read, t }: Source) {
  const { domains, users, userServices, pricingPlans, certificates } = t
  return read
    .select({
      domain: domains,
      user: { id: users.id, email: users.email },
      service: { id: userServices.id, plan: pricingPlans.name, domain: userServices.domain },
      ssl: { status: certificates.status, problem: certificates.problem },
    })
    .from(domains)
    .innerJoin(users, eq(users.id, domains.userId))
    .leftJoin(
      userServices,
      and(eq(userServices.userId, domains.userId), eq(userServices.id, domains.serviceId)),
    )
    .leftJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .leftJoin(
      certificates,
      and(eq(certificates.userId, domains.userId), eq(certificates.domainId, domains.id)),
    )
}

const selectPage = ({ read, t }: Source, input: Wanted, which?: SQL) =>
  selectDomains({ read, t })
    .where(isOfPage({ t }, input, which))
    .orderBy(desc(t.domains.createdAt), desc(t.domains.id))
    .limit(input.limit + 1)

/** Searches the domains of all customers by name, id and owner; `select` reads the rows that were found. */
export async function searchDomains<Row>(
  store: Store,
  { input, q }: { input: Wanted; q: string },
  select: (store: Source, which: SQL) => PromiseLike<Row[]>,
) {
  const { domains, users } = store.t
  const idRange = idBegins(domains.id, q)
  const named = { table: domains, column: domains.domainName }
  return searchList(
    store,
    {
      table: domains,
      at: domains.createdAt,
      filter: input.status && eq(domains.status, input.status),
      matches: [
        ...(await matchDomains(store, named, q)),
        ...(idRange ? [{ range: idRange, test: idRange }] : []),
      ],
      elsewhere: { table: users, key: domains.userId, matches: [beginsWith(users.emailKey, emailKey(q))] },
      select: (read, which) => select({ read, t: store.t }, which),
    },
    input,
  )
}

type Row = Awaited<ReturnType<typeof selectPage>>[number]

const present = ({ domain, user, service, ssl }: Row): Answer<typeof adminDomainOutput> => ({
  id: domain.id,
  name: domain.domainName,
  user,
  service:
    service?.id && service.plan ? { id: service.id, plan: service.plan, domain: service.domain } : null,
  registrar: domain.registrar,
  status: readStatus(domain.status),
  isVerified: domain.challenge === null,
  problem: domain.problem,
  ssl: { status: ssl?.status ?? 'off', problem: ssl?.problem ?? null },
  isSigned: domain.signedAt !== null,
  createdAt: domain.createdAt,
})

/** The domains of all customers, newest first; `q` is the beginning of a name, in its letters or as the DNS writes it, of an id or an e-mail address. */
export async function listAllDomains({ store }: CustomerContext, input: Wanted) {
  const found = await (input.q
    ? searchDomains(store, { input, q: input.q }, (read, which) => selectPage(read, input, which))
    : selectPage(store, input))
  const key = ({ domain }: Row) => ({ at: domain.createdAt, id: domain.id })
  return toPage(found, { limit: input.limit, key, present })
}

/** The proof of a domain that is not verified yet is looked for within seconds. @throws NOT_FOUND, WRONG_STATE */
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
