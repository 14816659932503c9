import type { DomainCharges } from '#features/domains/drivers/domain-charges.ts'
import { billDomain } from './bill-domain.ts'

/** Bills domains that are registered here. */
export const domainCharges: DomainCharges = {
  async registered(tx, ctx, { createdAt: startsAt, ...domain }) {
    await billDomain(tx, ctx, { ...domain, startsAt, kind: 'domain' })
  },
}
