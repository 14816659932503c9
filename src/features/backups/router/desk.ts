import { administrator } from '#server/trpc/trpc.ts'
import { pageInput } from '#shared/desk-list.ts'
import { listOf } from '#shared/schema.ts'
import { failedBackupOutput } from '../contract/desk.ts'
import { listFailedBackups } from '../desk/failed-backups.ts'

/** Part of the procedure group `admin`. */
export const deskProcedures = {
  failedBackups: administrator
    .meta({ rest: 'GET /api/admin/failed-backups', summary: 'Lists the backups that failed lately.' })
    .input(pageInput)
    .output(listOf(failedBackupOutput))
    .query(({ ctx, input }) => listFailedBackups(ctx, input)),
}
