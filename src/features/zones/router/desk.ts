import { administrator, router } from '#server/trpc/trpc.ts'
import { byId, listOf } from '#shared/schema.ts'
import { adminZoneOutput, listDomainsInput, secondariesOutput } from '../contract/desk.ts'
import { askSecondaries } from '../desk/secondaries.ts'
import { listAllZones } from '../desk/zones.ts'

const zones = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/zones',
      summary: 'Lists the zones of all customers and the serving state of each on this node.',
    })
    .input(listDomainsInput)
    .output(listOf(adminZoneOutput))
    .query(({ ctx, input }) => listAllZones(ctx, input)),
  secondaries: administrator
    .meta({
      rest: 'GET /api/admin/zones/:id/secondaries',
      summary: 'Asks each secondary for the serial of a zone.',
    })
    .input(byId)
    .output(secondariesOutput)
    .query(({ ctx, input }) => askSecondaries(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { zones }
