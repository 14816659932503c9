import { z } from 'zod'
import { adminUserOutput } from '#features/auth/contract/desk.ts'
import { id, instant, lines, maybeInstant, requiredLine } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'
import { sectionKeys } from './sections.ts'

/** The longest note about a customer, and message to one. */
export const noteMaxLength = 2_000
export const messageMaxLength = 5_000
export const subjectMaxLength = 150
/** The most notes about one customer. */
export const maxNotes = 100
/** How long an administrator sees the portal as a customer does. */
export const viewMinutes = 30

const text = (max: number, missing: string) => lines(max).pipe(z.string().refine(isSeen, missing))

/** A row of a section; what it does not have is null. */
const rowOutput = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** What was written, in whole. */
  text: z.string().nullable(),
  status: z.string().nullable(),
  /** In rupees. */
  amount: z.number().nullable(),
  at: maybeInstant,
  /** The service in which it lies. */
  serviceId: z.string().nullable(),
})
export type CustomerRow = z.output<typeof rowOutput>

const sectionOutput = z.object({
  key: z.enum(sectionKeys),
  /** How many there are; the newest of them are in `items`. */
  total: z.number(),
  items: z.array(rowOutput),
})
export type CustomerSection = z.output<typeof sectionOutput>

export const noteOutput = z.object({
  id: z.string(),
  text: z.string(),
  /** Who wrote it, by e-mail address. */
  author: z.string(),
  createdAt: instant,
  /** When its text was changed last. */
  changedAt: maybeInstant,
})
export type CustomerNote = z.output<typeof noteOutput>

/** Everything about one customer. */
export const overviewOutput = z.object({
  customer: adminUserOutput.extend({
    /** When the account is deleted, if that was asked for. */
    deletionAt: maybeInstant,
  }),
  sections: z.array(sectionOutput),
  /** All of them, the newest first. */
  notes: z.array(noteOutput),
  /** What the portal’s outgoing mail leaves undone, as a sentence; null where it is handed over. */
  mailLimitation: z.string().nullable(),
})
export type CustomerOverview = z.output<typeof overviewOutput>

const note = text(noteMaxLength, 'Write the note.')

export const addNoteInput = z.object({ id, text: note })
export const changeNoteInput = z.object({ id, text: note })

export const messageInput = z.object({
  id,
  subject: requiredLine(subjectMaxLength, 'Enter a subject.'),
  text: text(messageMaxLength, 'Write the message.'),
})

/** A view of the portal as the customer has it; its pages and calls lie below `/as/<id>`. */
export const viewOutput = z.object({ id: z.string(), endsAt: instant })
