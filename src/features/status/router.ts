import { administrator, router, visitor } from '#server/trpc/trpc.ts'
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
    .meta({ rest: 'GET /api/admin/incidents', summary: 'Lists incidents with their updates.' })
    .input(listIncidentsInput)
    .output(incidentListOutput)
    .query(({ ctx, input }) => listIncidents(ctx, input)),
  post: administrator
    .meta({
      rest: 'POST /api/admin/incidents',
      summary: 'Posts an incident on the status page.',
      example: { title: 'Slow mail', state: 'investigating', message: 'Mail is delivered late.' },
      status: 201,
    })
    .input(postIncidentInput)
    .output(incidentOutput)
    .mutation(({ ctx, input }) => postIncident(ctx, input)),
  update: administrator
    .meta({
      rest: 'POST /api/admin/incidents/:id/updates',
      summary: 'Adds an update to an incident.',
      example: { state: 'resolved', message: 'Mail is delivered on time again.' },
    })
    .input(updateIncidentInput)
    .output(incidentOutput)
    .mutation(({ ctx, input }) => updateIncident(ctx, input)),
})

export const statusRouter = router({
  get: visitor
    .meta({
      rest: 'GET /api/status',
      summary: "Returns the portal's uptime, measured figures and incidents.",
    })
    .output(statusOutput)
    .query(({ ctx }) => getStatus(ctx)),
  incidents,
})
