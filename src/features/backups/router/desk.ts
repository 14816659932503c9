import { administrator } from '#server/trpc/trpc.ts'
import { listOf } from '#shared/schema.ts'
import { adminBackupOutput, listBackupsInput } from '../contract/desk.ts'
import { listAllBackups } from '../desk/list-backups.ts'

/** Part of the `admin` procedures. */
export const deskProcedures = {
  backups: administrator
    .meta({
      rest: 'GET /api/admin/backups',
      summary: 'Lists all customers’ backups, or those that failed recently.',
    })
    .input(listBackupsInput)
    .output(listOf(adminBackupOutput))
    .query(({ ctx, input }) => listAllBackups(ctx, input)),
}
