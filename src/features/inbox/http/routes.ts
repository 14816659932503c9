import { z } from 'zod'
import type { HttpRoute } from '#server/feature.ts'
import { draftOutput, viewInput } from '../contract.ts'

const message = '/api/email/accounts/:id/messages/:messageId'
const get = { method: 'GET', access: 'customer', idleSeconds: 60 } as const

export const attachmentsOfDraft = '/api/email/accounts/:id/drafts/:draftId/attachments'

export const inboxRoutes: readonly HttpRoute[] = [
  {
    ...get,
    path: `${message}/attachments/:n`,
    description: {
      summary: 'Downloads an attachment of a message.',
      answer: { type: 'application/octet-stream' },
      refusals: [404, 409, 503],
    },
  },
  {
    ...get,
    path: `${message}/source`,
    description: {
      summary: 'Downloads the original of a message.',
      answer: { type: 'message/rfc822' },
      refusals: [404, 409],
    },
  },
  {
    ...get,
    path: `${message}/view`,
    description: {
      summary: 'Returns a message as a sandboxed document.',
      query: viewInput,
      answer: { type: 'text/html' },
      refusals: [404, 409, 422, 503],
    },
  },
  {
    method: 'POST',
    path: attachmentsOfDraft,
    access: 'customer',
    upload: 'many',
    idleSeconds: 0,
    description: {
      summary: 'Attaches a file to a draft.',
      form: z.object({ file: z.file() }),
      status: 201,
      answer: { type: 'application/json', schema: draftOutput },
      refusals: [404, 409, 413, 415, 422, 503],
    },
  },
  {
    ...get,
    path: '/api/email/accounts/:id/profile.mobileconfig',
    description: {
      summary: 'Downloads a profile that sets up a mailbox on an iPhone or iPad, without password.',
      answer: { type: 'application/x-apple-aspen-config' },
      refusals: [404, 409],
    },
  },
]
