import { z } from 'zod'
import { setupOutput } from '#features/mailboxes/contract/contract.ts'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { ok } from '#shared/schema.ts'
import {
  byDraftId,
  byMessageId,
  changedMessagesOutput,
  changeMessageInput,
  changeMessagesInput,
  detachInput,
  draftOutput,
  listMessagesInput,
  listOutgoingInput,
  messageOutput,
  messagePageOutput,
  openDraftOutput,
  openMessageInput,
  openMessageOutput,
  outgoingOutput,
  removeMessagesInput,
  saveDraftInput,
  sendDraftInput,
  sendInput,
  sentDraftOutput,
  sentOutput,
} from './contract.ts'
import { detach, openDraft, saveDraft } from './drafts/save.ts'
import { sendDraft, undoSending } from './drafts/send-draft.ts'
import { changeMessage, changeMessages, removeMessage, removeSeveral } from './service/change.ts'
import { listMessages, pageMessages } from './service/list.ts'
import { openMessage } from './service/open.ts'
import { listOutgoing } from './service/outgoing.ts'
import { sendMessage } from './service/send.ts'
import { readSetup } from './set-up/setup.ts'

const messages = router({
  list: customer
    .meta({
      rest: 'GET /api/email/accounts/:id/messages',
      summary: 'Lists the messages of a folder, newest first, or those of a conversation.',
      refusals: [409],
      heavy: true,
      isPrivate: true,
    })
    .input(listMessagesInput)
    .output(z.array(messageOutput))
    .query(({ ctx, input }) => listMessages(ctx, input)),
  page: customer
    .meta({ summary: 'Returns a page of messages with the message counts of all folders.', isPrivate: true })
    .input(listMessagesInput)
    .output(messagePageOutput)
    .query(({ ctx, input }) => pageMessages(ctx, input)),
  open: customer
    .meta({
      rest: 'GET /api/email/accounts/:id/messages/:messageId',
      summary: 'Returns a message; remote images are removed unless you ask for them.',
      refusals: [409, 503],
      heavy: true,
      isPrivate: true,
    })
    .input(openMessageInput)
    .output(openMessageOutput)
    .query(({ ctx, input }) => openMessage(ctx, input)),
  change: customer
    .meta({
      rest: 'PATCH /api/email/accounts/:id/messages/:messageId',
      summary: 'Marks a message as read or starred, or moves it to another folder.',
      example: { isSeen: true },
      refusals: [409],
    })
    .input(changeMessageInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => changeMessage(ctx, input)),
  changeMany: customer
    .meta({
      rest: 'PATCH /api/email/accounts/:id/messages',
      summary: 'Marks or moves up to a hundred messages.',
      example: { ids: [exampleId], folder: 'spam' },
      refusals: [409],
    })
    .input(changeMessagesInput)
    .output(changedMessagesOutput)
    .mutation(({ ctx, input }) => changeMessages(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/email/accounts/:id/messages/:messageId',
      summary: 'Moves a message to the trash, or permanently deletes it when it is there already.',
      refusals: [409],
    })
    .input(byMessageId)
    .output(ok)
    .mutation(({ ctx, input }) => removeMessage(ctx, input)),
  removeMany: customer
    .meta({
      rest: 'DELETE /api/email/accounts/:id/messages',
      summary: 'Moves up to a hundred messages to the trash; those already there are permanently deleted.',
      example: { ids: [exampleId] },
      refusals: [409],
    })
    .input(removeMessagesInput)
    .output(changedMessagesOutput)
    .mutation(({ ctx, input }) => removeSeveral(ctx, input)),
  send: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/send',
      summary: 'Sends a message and stores a copy in Sent.',
      example: { to: ['anna@example.com'], subject: 'Hello', text: 'Good morning.' },
      maxBodyBytes: 1_048_576,
      status: 201,
      refusals: [409],
    })
    .input(sendInput)
    .output(sentOutput)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  outgoing: customer
    .meta({
      rest: 'GET /api/email/accounts/:id/outgoing',
      summary: 'Lists sent and queued messages of an email account, newest first.',
      isPrivate: true,
    })
    .input(listOutgoingInput)
    .output(z.array(outgoingOutput))
    .query(({ ctx, input }) => listOutgoing(ctx, input)),
})

const oneDraft = '/api/email/accounts/:id/drafts/:draftId'

const drafts = router({
  open: customer
    .meta({
      rest: `GET ${oneDraft}`,
      summary: 'Returns a complete draft.',
      refusals: [409, 503],
      heavy: true,
      isPrivate: true,
    })
    .input(byDraftId)
    .output(openDraftOutput)
    .query(({ ctx, input }) => openDraft(ctx, input)),
  save: customer
    .meta({
      rest: `PUT ${oneDraft}`,
      summary: 'Saves a draft under an id of your choice, and creates it if it does not exist.',
      example: { to: 'anna@example.com', subject: 'Hello', text: 'Good morn' },
      maxBodyBytes: 1_048_576,
      refusals: [409, 413, 503],
    })
    .input(saveDraftInput)
    .output(draftOutput)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  detach: customer
    .meta({
      rest: `DELETE ${oneDraft}/attachments/:n`,
      summary: 'Removes an attachment from a draft.',
      refusals: [409, 503],
    })
    .input(detachInput)
    .output(draftOutput)
    .mutation(({ ctx, input }) => detach(ctx, input)),
  send: customer
    .meta({
      rest: `POST ${oneDraft}/send`,
      summary: 'Sends a draft, immediately or after a delay in which you can undo it.',
      example: { undoSeconds: 10 },
      status: 201,
      refusals: [409, 413, 503],
    })
    .input(sendDraftInput)
    .output(sentDraftOutput)
    .mutation(({ ctx, input }) => sendDraft(ctx, input)),
  undo: customer
    .meta({
      rest: `POST ${oneDraft}/undo`,
      summary: 'Turns a message that was not sent yet back into a draft.',
      refusals: [409, 503],
    })
    .input(byDraftId)
    .output(draftOutput)
    .mutation(({ ctx, input }) => undoSending(ctx, input)),
})

/** The messages of mailboxes: reading, filing and sending. */
export const messageProcedures = {
  messages,
  drafts,
  setup: customer
    .meta({ rest: 'GET /api/email/setup', summary: 'Returns the servers and ports for mail apps.' })
    .input(z.object({}))
    .output(setupOutput)
    .query(({ ctx }) => readSetup(ctx)),
}
