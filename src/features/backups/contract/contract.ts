import { z } from 'zod'
import { backupTypes } from '#shared/backup-types.ts'
import { id, idFilter, instant, maybeInstant, page } from '#shared/schema.ts'
import { frequencies, timePattern } from './schedule.ts'

const backupStatuses = ['pending', 'completed', 'failed'] as const

export const backupOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  fileName: z.string(),
  backupType: z.enum(backupTypes),
  type: z.enum(backupTypes),
  status: z.enum(backupStatuses),
  origin: z.enum(['manual', 'schedule', 'safety']),
  /** Bytes of the archive. */
  fileSize: z.number(),
  /** 0 to 100. */
  progress: z.number(),
  reason: z.string().nullable(),
  sha256: z.string().nullable(),
  verifiedAt: maybeInstant,
  createdAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type Backup = z.output<typeof backupOutput>

export const listBackupsInput = page.extend({ serviceId: idFilter.optional() })

const chosenType = z.enum(backupTypes, 'Choose full, files or database.').optional()

/** `backupType` or `type`; different values are refused. */
export const createBackupInput = z
  .object({ serviceId: id, backupType: chosenType, type: chosenType })
  .transform(({ serviceId, backupType, type }, issue) => {
    if (backupType && type && backupType !== type) {
      issue.addIssue({ code: 'custom', path: ['type'], message: 'type and backupType differ.' })
      return z.NEVER
    }
    return { serviceId, backupType: backupType ?? type ?? ('full' as const) }
  })

export const restoreOutput = z.object({ id: z.string(), jobId: z.string(), safetyBackupId: z.string() })

const maxKept = 90

const rhythm = {
  enabled: z.boolean(),
  frequency: z.enum(frequencies, 'Choose daily, weekly or monthly.'),
  time: z.string().regex(timePattern, 'Enter a time such as 02:30.'),
  backupType: z.enum(backupTypes, 'Choose full, files or database.'),
  keep: z.coerce
    .number()
    .int('Enter a whole number.')
    .min(1, 'Keep at least one.')
    .max(maxKept, `At most ${maxKept}.`),
}

export const scheduleInput = z.object({ serviceId: id, ...rhythm })
export type ScheduleInput = z.output<typeof scheduleInput>
export const byServiceId = z.object({ serviceId: id })

export const scheduleOutput = z.object({
  serviceId: z.string(),
  ...rhythm,
  keep: z.number(),
  lastRunAt: maybeInstant,
  nextRunAt: maybeInstant,
})
export type Schedule = z.output<typeof scheduleOutput>
