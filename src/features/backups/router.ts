import { z } from 'zod'
import { activeCustomer, customer, router } from '#server/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  backupOutput,
  byServiceId,
  createBackupInput,
  listBackupsInput,
  restoreOutput,
  scheduleInput,
  scheduleOutput,
} from './contract.ts'
import { createBackup } from './service/create-backup.ts'
import { deleteBackup, listBackups } from './service/own-backups.ts'
import { restoreBackup } from './service/restore-backup.ts'
import { getSchedule, setSchedule } from './service/schedules.ts'

export const backupsRouter = router({
  list: customer
    .meta({ rest: ['GET /api/backups', 'GET /api/backups/:serviceId'] })
    .input(listBackupsInput)
    .output(z.array(backupOutput))
    .query(({ ctx, input }) => listBackups(ctx, input)),
  create: activeCustomer
    .meta({ rest: 'POST /api/backups', status: 201 })
    .input(createBackupInput)
    .output(backupOutput)
    .mutation(({ ctx, input }) => createBackup(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/backups/:id' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => deleteBackup(ctx, input)),
  restore: customer
    .meta({ rest: 'POST /api/backups/:id/restore', status: 202 })
    .input(byId)
    .output(restoreOutput)
    .mutation(({ ctx, input }) => restoreBackup(ctx, input)),
  schedule: customer
    .meta({ rest: 'GET /api/backups/schedule' })
    .input(byServiceId)
    .output(scheduleOutput)
    .query(({ ctx, input }) => getSchedule(ctx, input)),
  setSchedule: customer
    .meta({ rest: 'PUT /api/backups/schedule' })
    .input(scheduleInput)
    .output(scheduleOutput)
    .mutation(({ ctx, input }) => setSchedule(ctx, input)),
})
