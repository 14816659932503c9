import { z } from 'zod'
import { adminUserOutput } from '#features/auth/contract/desk.ts'
import { id, instant, lines, maybeInstant, requiredLine } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'
import { sectionKeys } from './sections.ts'

/** Longest note about a customer, and message to one. */
export const noteMaxLength = 2_000
export const messageMaxLength = 5_000
export const subjectMaxLength = 150
/** Most notes about one customer. */
export const maxNotes = 100
/** How long an administrator can view the portal as a customer. */
export const viewMinutes = 30

const text = (max: number, missing: string) => lines(max).pipe(z.string().refine(isSeen, missing))

/** A row of a section; missing values are null. */
const rowOutput = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The complete text. */
  text: z.string().nullable(),
  status: z.string().nullable(),
  /** In rupees. */
  amount: z.number().nullable(),
  at: maybeInstant,
  /** The service it belongs to. */
  serviceId: z.string().nullable(),
})
export type CustomerRow = z.output<typeof rowOutput>

const sectionOutput = z.object({
  key: z.enum(sectionKeys),
  /** Total number; `items` has the newest. */
  total: z.number(),
  items: z.array(rowOutput),
})
export type CustomerSection = z.output<typeof sectionOutput>

export const noteOutput = z.object({
  id: z.string(),
  text: z.string(),
  /** E-mail address of the author. */
  author: z.string(),
  createdAt: instant,
  /** Last change of its text. */
  changedAt: maybeInstant,
})
export type CustomerNote = z.output<typeof noteOutput>

/** Full record of a customer. */
export const overviewOutput = z.object({
  customer: adminUserOutput.extend({
    /** When the account is deleted, if its owner requested that. */
    deletionAt: maybeInstant,
  }),
  sections: z.array(sectionOutput),
  /** All of them, newest first. */
  notes: z.array(noteOutput),
  /** Why outgoing mail of the portal is not delivered, as a sentence; null where it is. */
  mailLimitation: z.string().nullable(),
})
export type CustomerOverview = z.output<typeof overviewOutput>

const note = text(noteMaxLength, 'Write a note.')

export const addNoteInput = z.object({ id, text: note })
export const changeNoteInput = z.object({ id, text: note })

export const messageInput = z.object({
  id,
  subject: requiredLine(subjectMaxLength, 'Enter a subject.'),
  text: text(messageMaxLength, 'Write a message.'),
})

/** A view of the portal as the customer; its pages and calls are below `/as/<id>`. */
export const viewOutput = z.object({ id: z.string(), endsAt: instant })
