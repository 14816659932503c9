import { administrator } from '#server/trpc/trpc.ts'
import { pageInput } from '#shared/desk-list.ts'
import { listOf } from '#shared/schema.ts'
import { mailOutput } from './contract.ts'
import { listMails } from './desk.ts'

/** Part of the procedure group `admin`. */
export const deskProcedures = {
  mails: administrator
    .meta({ rest: 'GET /api/admin/mails', summary: 'Lists outgoing mails with their delivery state.' })
    .input(pageInput)
    .output(listOf(mailOutput))
    .query(({ ctx, input }) => listMails(ctx, input)),
}
