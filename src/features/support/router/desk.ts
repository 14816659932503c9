import { administrator } from '#server/trpc/trpc.ts'
import { listOf } from '#shared/schema.ts'
import { contactMessageOutput, listContactMessagesInput } from '../contract/desk.ts'
import { listContactMessages } from '../desk.ts'

/** Part of the procedure group `admin`. */
export const deskProcedures = {
  contactMessages: administrator
    .meta({
      rest: 'GET /api/admin/contact-messages',
      summary: 'Lists messages from the contact form, newest first.',
    })
    .input(listContactMessagesInput)
    .output(listOf(contactMessageOutput))
    .query(({ ctx, input }) => listContactMessages(ctx, input)),
}
