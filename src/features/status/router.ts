import { administrator, router, visitor } from '#server/trpc.ts'
import {
  incidentListOutput,
  incidentOutput,
  listIncidentsInput,
  postIncidentInput,
  statusOutput,
  updateIncidentInput,
} from './contract.ts'
import { listIncidents, postIncident, updateIncident } from './incidents.ts'
import { getStatus } from './service.ts'

const incidents = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/incidents' })
    .input(listIncidentsInput)
    .output(incidentListOutput)
    .query(({ ctx, input }) => listIncidents(ctx, input)),
  post: administrator
    .meta({ rest: 'POST /api/admin/incidents', status: 201 })
    .input(postIncidentInput)
    .output(incidentOutput)
    .mutation(({ ctx, input }) => postIncident(ctx, input)),
  update: administrator
    .meta({ rest: 'POST /api/admin/incidents/:id/updates' })
    .input(updateIncidentInput)
    .output(incidentOutput)
    .mutation(({ ctx, input }) => updateIncident(ctx, input)),
})

export const statusRouter = router({
  get: visitor
    .meta({ rest: 'GET /api/status' })
    .output(statusOutput)
    .query(({ ctx }) => getStatus(ctx)),
  incidents,
})
