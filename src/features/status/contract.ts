import { z } from 'zod'
import { id, instant, lines, listOf, maybeInstant, requiredLine } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'

/** Days of history on the page. */
export const shownDays = 90

/** Fewest orders for a meaningful time to approval. */
export const approvalsShownFrom = 5

/** A backup that was restored within these days counts as tested. */
export const testedWithinDays = 30

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof incidentStates)[number]

const updateOutput = z.object({
  id: z.string(),
  state: z.enum(incidentStates),
  message: z.string(),
  createdAt: instant,
})

/** An incident with its updates, newest first. */
export const incidentOutput = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(incidentStates),
  createdAt: instant,
  resolvedAt: maybeInstant,
  updates: z.array(updateOutput),
})
export type Incident = z.output<typeof incidentOutput>

/** `uptimePercent` is null on a day without data. */
const dayOutput = z.object({ day: z.string(), uptimePercent: z.number().nullable() })
export type StatusDay = z.output<typeof dayOutput>

const uptimeOutput = z.object({
  /** Over all days with data. */
  uptimePercent: z.number(),
  daysWithData: z.number(),
  /** Oldest first. */
  days: z.array(dayOutput),
})

/** `GET /api/status`: measured figures; null where there is too little data. */
export const statusOutput = z.object({
  portal: uptimeOutput.nullable(),
  /** Over all sites that should run. */
  sites: uptimeOutput.nullable(),
  approvals: z.object({ medianSeconds: z.number(), orders: z.number(), measuredAt: instant }).nullable(),
  restoreTests: z.object({ tested: z.number(), services: z.number(), measuredAt: instant }).nullable(),
  incidents: z.array(incidentOutput),
})
export type Status = z.output<typeof statusOutput>
export type Uptime = z.output<typeof uptimeOutput>

const message = lines(2_000).pipe(z.string().refine(isSeen, 'Write a message.'))
const state = z.enum(incidentStates, 'Choose a state.')

export const postIncidentInput = z.object({ title: requiredLine(120, 'Enter a title.'), state, message })
export const updateIncidentInput = z.object({ id, state, message })

export const listIncidentsInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export const incidentListOutput = listOf(incidentOutput)
