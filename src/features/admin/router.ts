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
    .meta({ rest: 'POST /api/admin/jobs/:id/retry', summary: 'Retries a failed job.' })
    .input(byId)
    .output(jobOutput)
    .mutation(({ ctx, input }) => retryFailedJob(ctx, input)),
})

/** Part of the procedure group `admin`; features add their own procedures. */
export const adminProcedures = {
  jobs,
  audit: administrator
    .meta({ rest: 'GET /api/admin/audit', summary: 'Lists audit log entries, newest first.' })
    .input(listAuditInput)
    .output(listOf(auditOutput))
    .query(({ ctx, input }) => listAudit(ctx, input)),
  overview: administrator
    .meta({ rest: 'GET /api/admin/overview', summary: 'Returns the figures of the administration overview.' })
    .output(overviewOutput)
    .query(({ ctx }) => readOverview(ctx)),
  health: administrator
    .meta({ rest: 'GET /api/admin/health', summary: "Returns the portal's health and its problems." })
    .output(healthOutput)
    .query(({ ctx }) => readHealth(ctx)),
  drivers: administrator
    .meta({
      rest: 'GET /api/admin/drivers',
      summary: 'Lists the external connections and checks each.',
    })
    .output(z.array(driverOutput))
    .query(({ ctx }) => listDrivers(ctx)),
  settings: administrator
    .meta({
      rest: 'GET /api/admin/settings',
      summary: 'Lists the settings of this process, without secrets, and the source of each value.',
    })
    .output(z.array(settingOutput))
    .query(({ ctx }) => listSettings(ctx)),
}
