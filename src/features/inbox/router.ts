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
    .meta({ summary: 'Shows a page of a mailbox with what is in each of its folders.', isPrivate: true })
    .input(listMessagesInput)
    .output(messagePageOutput)
    .query(({ ctx, input }) => pageMessages(ctx, input)),
  open: customer
    .meta({
      rest: 'GET /api/email/accounts/:id/messages/:messageId',
      summary: 'Shows a message, without what it would load from elsewhere unless asked to.',
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
      summary: 'Marks a message as read or as important, or moves it into another folder.',
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
      summary: 'Moves a message into the trash; one that is there is gone for good.',
      refusals: [409],
    })
    .input(byMessageId)
    .output(ok)
    .mutation(({ ctx, input }) => removeMessage(ctx, input)),
  removeMany: customer
    .meta({
      rest: 'DELETE /api/email/accounts/:id/messages',
      summary: 'Moves up to a hundred messages into the trash, or deletes those that are there.',
      example: { ids: [exampleId] },
      refusals: [409],
    })
    .input(removeMessagesInput)
    .output(changedMessagesOutput)
    .mutation(({ ctx, input }) => removeSeveral(ctx, input)),
  send: customer
    .meta({
      rest: 'POST /api/email/accounts/:id/send',
      summary: 'Sends a message, of which a copy is kept among the sent ones.',
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
      summary: 'Lists what left an email account or waits to, newest first.',
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
      summary: 'Shows a draft with everything in it.',
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
      summary: 'Saves a draft under an id of your choice, and makes it when it is not there.',
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
      summary: 'Takes an attachment out of a draft.',
      refusals: [409, 503],
    })
    .input(detachInput)
    .output(draftOutput)
    .mutation(({ ctx, input }) => detach(ctx, input)),
  send: customer
    .meta({
      rest: `POST ${oneDraft}/send`,
      summary: 'Sends a draft, at once or after some seconds in which that can be undone.',
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
      summary: 'Makes a draft again of a message that has not left yet.',
      refusals: [409, 503],
    })
    .input(byDraftId)
    .output(draftOutput)
    .mutation(({ ctx, input }) => undoSending(ctx, input)),
})

/** What is in mailboxes, and how it is read and sent. */
export const messageProcedures = {
  messages,
  drafts,
  setup: customer
    .meta({ rest: 'GET /api/email/setup', summary: 'Says how mail programs are set up here.' })
    .input(z.object({}))
    .output(setupOutput)
    .query(({ ctx }) => readSetup(ctx)),
}
