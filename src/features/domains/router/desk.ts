import { administrator, router } from '#server/trpc/trpc.ts'
import { byId, listOf } from '#shared/schema.ts'
import { adminDomainOutput, adminZoneOutput, listDomainsInput, secondariesOutput } from '../contract/desk.ts'
import { checkDomain, listAllDomains } from '../desk/domains.ts'
import { askSecondaries } from '../desk/secondaries.ts'
import { listAllZones } from '../desk/zones.ts'

const domains = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/domains', summary: 'Lists the domains of all customers, newest first.' })
    .input(listDomainsInput)
    .output(listOf(adminDomainOutput))
    .query(({ ctx, input }) => listAllDomains(ctx, input)),
  check: administrator
    .meta({
      rest: 'POST /api/admin/domains/:id/check',
      summary: 'Has the proof of a domain that is not verified looked for within seconds.',
    })
    .input(byId)
    .output(adminDomainOutput)
    .mutation(({ ctx, input }) => checkDomain(ctx, input)),
})

const zones = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/zones',
      summary: 'Lists the zones of all customers, and how this node serves each.',
    })
    .input(listDomainsInput)
    .output(listOf(adminZoneOutput))
    .query(({ ctx, input }) => listAllZones(ctx, input)),
  secondaries: administrator
    .meta({
      rest: 'GET /api/admin/zones/:id/secondaries',
      summary: 'Asks each secondary by which serial it has a zone.',
    })
    .input(byId)
    .output(secondariesOutput)
    .query(({ ctx, input }) => askSecondaries(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { domains, zones }
