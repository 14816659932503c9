import { listDomainsInput } from '#features/zones/contract/desk.ts'
import { administrator, router } from '#server/trpc/trpc.ts'
import { byId, listOf } from '#shared/schema.ts'
import { adminDomainOutput } from '../contract/desk.ts'
import { checkDomain, listAllDomains } from '../desk/domains.ts'

const domains = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/domains', summary: 'Lists the domains of all customers, newest first.' })
    .input(listDomainsInput)
    .output(listOf(adminDomainOutput))
    .query(({ ctx, input }) => listAllDomains(ctx, input)),
  check: administrator
    .meta({
      rest: 'POST /api/admin/domains/:id/check',
      summary: 'Checks an unverified domain again within seconds.',
    })
    .input(byId)
    .output(adminDomainOutput)
    .mutation(({ ctx, input }) => checkDomain(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { domains }
