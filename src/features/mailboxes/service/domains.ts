import { and, desc, eq, type SQL } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import type { Tx } from '#db/types.ts'
import { freeMailNames } from '#features/names/free-mail-names.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { domainToAscii } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'
import type { Answer } from '#shared/schema.ts'
import { plainWriting } from '#shared/text/plain-writing.ts'
import type { offeredDomainOutput } from '../contract/contract.ts'
import { exampleDomains } from '../contract/rules.ts'

type Offered = Answer<typeof offeredDomainOutput>

const examples: Offered[] = exampleDomains.map((name) => ({
  id: null,
  name,
  serviceId: null,
  isExample: true,
  isMailOn: false,
}))

/** The caller's active domains, newest first; the examples when there are none. */
export async function listOffered({ store, user }: CustomerContext): Promise<Offered[]> {
  const { domains: d, emailDomains: m } = store.t
  const rows = await store.read
    .select({ id: d.id, name: d.domainName, serviceId: d.serviceId, mail: m.domainId })
    .from(d)
    .leftJoin(m, and(eq(m.userId, d.userId), eq(m.domainId, d.id)))
    .where(and(eq(d.userId, user.id), eq(d.status, 'active')))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(maxRows)
  const own = rows.map(({ id, name, serviceId, mail }) => ({
    id,
    name: showName(name),
    serviceId,
    isExample: false,
    isMailOn: mail !== null,
  }))
  return own.length > 0 ? own : examples
}

/** The domain of a new address: one of the caller's with its service, or an example. */
export type AddressDomain = {
  domainId: string | null
  name: string
  serviceId: string | null
}

/**
 * Finds the domain of a new address.
 * @throws NOT_FOUND unless the caller may use it, WRONG_STATE for an inactive domain or the portal's own,
 *   CONFLICT while a service of the caller uses a host name that mail programs look for
 */
export async function pickDomain(tx: Tx, ctx: CustomerContext, written: string): Promise<AddressDomain> {
  const { user } = ctx
  const name = domainToAscii(plainWriting(written))
  const { domains: d } = tx.t
  const ownOf = (which: SQL) =>
    tx
      .select({ id: d.id, name: d.domainName, status: d.status, serviceId: d.serviceId })
      .from(d)
      .where(and(eq(d.userId, user.id), which))
      .limit(1)
  const [domain] = name === null ? [] : await ownOf(eq(d.domainName, name))
  if (domain) {
    if (domain.status !== 'active') throw new DomainError('WRONG_STATE', 'This domain is not active.')
    if (isPortalDomain(ctx, domain.name))
      throw new DomainError('WRONG_STATE', 'This domain belongs to the portal itself.')
    await freeMailNames(tx, ctx, { domain: domain.name, userId: user.id })
    return { domainId: domain.id, name: domain.name, serviceId: domain.serviceId }
  }
  const isOffered = examples.some((example) => example.name === name)
  const [active] = isOffered ? await ownOf(eq(d.status, 'active')) : []
  if (name === null || !isOffered || active) throw notFound('This domain')
  return { domainId: null, name, serviceId: null }
}
