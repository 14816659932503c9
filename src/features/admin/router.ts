import { z } from 'zod'
import { administrator, router } from '#server/trpc/trpc.ts'
import { byId, listOf } from '#shared/schema.ts'
import {
  auditOutput,
  driverOutput,
  healthOutput,
  jobOutput,
  listAuditInput,
  listJobsInput,
  overviewOutput,
  settingOutput,
} from './contract.ts'
import { listAudit } from './service/audit.ts'
import { readOverview } from './service/overview.ts'
import { listSettings } from './service/settings.ts'
import { listDrivers, listJobs, readHealth, retryFailedJob } from './service/system.ts'

const jobs = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/jobs', summary: 'Lists durable jobs, newest first.' })
    .input(listJobsInput)
    .output(listOf(jobOutput))
    .query(({ ctx, input }) => listJobs(ctx, input)),
  retry: administrator
    .meta({ rest: 'POST /api/admin/jobs/:id/retry', summary: 'Tries a failed job again.' })
    .input(byId)
    .output(jobOutput)
    .mutation(({ ctx, input }) => retryFailedJob(ctx, input)),
})

/** Part of the procedure group `admin`; the features add what is about their own. */
export const adminProcedures = {
  jobs,
  audit: administrator
    .meta({ rest: 'GET /api/admin/audit', summary: 'Lists the entries of the audit log, newest first.' })
    .input(listAuditInput)
    .output(listOf(auditOutput))
    .query(({ ctx, input }) => listAudit(ctx, input)),
  overview: administrator
    .meta({ rest: 'GET /api/admin/overview', summary: 'Gives the figures of the administration overview.' })
    .output(overviewOutput)
    .query(({ ctx }) => readOverview(ctx)),
  health: administrator
    .meta({ rest: 'GET /api/admin/health', summary: 'Says how the portal is doing and what is wrong.' })
    .output(healthOutput)
    .query(({ ctx }) => readHealth(ctx)),
  drivers: administrator
    .meta({
      rest: 'GET /api/admin/drivers',
      summary: 'Lists the connections to the outside and checks each.',
    })
    .output(z.array(driverOutput))
    .query(({ ctx }) => listDrivers(ctx)),
  settings: administrator
    .meta({
      rest: 'GET /api/admin/settings',
      summary: 'Lists the settings of this process, without secrets, and where each value comes from.',
    })
    .output(z.array(settingOutput))
    .query(({ ctx }) => listSettings(ctx)),
}
