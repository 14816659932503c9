import { z } from 'zod'
import { administrator, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  addNoteInput,
  changeNoteInput,
  messageInput,
  noteOutput,
  overviewOutput,
  viewOutput,
} from './contract/contract.ts'
import { addNote, changeNote, removeNote } from './service/notes.ts'
import { readOverview } from './service/read-overview.ts'
import { sendMessage } from './service/send-message.ts'
import { sendPasswordReset } from './service/send-reset.ts'
import { beginView } from './view/begin-view.ts'
import { endView } from './view/end-view.ts'

const notes = router({
  add: administrator
    .meta({
      rest: 'POST /api/admin/customers/:id/notes',
      summary: 'Adds a note about a customer, visible only to administrators.',
      example: { text: 'Prefers to be called in the morning.' },
      status: 201,
    })
    .input(addNoteInput)
    .output(noteOutput)
    .mutation(({ ctx, input }) => addNote(ctx, input)),
  change: administrator
    .meta({
      rest: 'PATCH /api/admin/customer-notes/:id',
      summary: 'Changes a note about a customer.',
      example: { text: 'Prefers to be called in the evening.' },
    })
    .input(changeNoteInput)
    .output(noteOutput)
    .mutation(({ ctx, input }) => changeNote(ctx, input)),
  remove: administrator
    .meta({ rest: 'DELETE /api/admin/customer-notes/:id', summary: 'Deletes a note about a customer.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeNote(ctx, input)),
})

const customers = router({
  overview: administrator
    .meta({
      rest: 'GET /api/admin/customers/:id',
      summary: 'Shows one customer with the newest items of each kind.',
    })
    .input(byId)
    .output(overviewOutput)
    .query(({ ctx, input }) => readOverview(ctx, input)),
  sendReset: administrator
    .meta({
      rest: 'POST /api/admin/customers/:id/password-reset',
      summary: 'Mails a customer a link to choose a new password.',
      refusals: [409, 429],
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => sendPasswordReset(ctx, input)),
  message: administrator
    .meta({
      rest: 'POST /api/admin/customers/:id/messages',
      summary: "Emails a customer in the host's name.",
      example: { subject: 'Your move on Friday', text: 'We begin at 10:00.' },
      status: 201,
      refusals: [409, 429],
    })
    .input(messageInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  notes,
  view: administrator
    .meta({
      rest: 'POST /api/admin/customers/:id/view',
      summary: 'Opens a read-only view of the portal as the customer for 30 minutes.',
      // It belongs to the session that began it.
      scope: 'session',
      status: 201,
      refusals: [409],
    })
    .input(byId)
    .output(viewOutput)
    .mutation(({ ctx, input }) => beginView(ctx, input)),
  endView: administrator
    .meta({
      rest: 'DELETE /api/admin/views/:id',
      summary: 'Ends a view of the portal as the customer.',
      scope: 'session',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => endView(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { customers }
