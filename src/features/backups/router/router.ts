import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { activeCustomer, customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  backupOutput,
  byServiceId,
  createBackupInput,
  listBackupsInput,
  restoreOutput,
  scheduleInput,
  scheduleOutput,
} from '../contract/contract.ts'
import { createBackup } from '../service/create-backup.ts'
import { deleteBackup, listBackups } from '../service/own-backups.ts'
import { restoreBackup } from '../service/restore-backup.ts'
import { getSchedule, listSchedules, setSchedule } from '../service/schedules.ts'

export const backupsRouter = router({
  list: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      rest: ['GET /api/backups', 'GET /api/backups/:serviceId'],
      summary: 'Lists your backups, newest first.',
    })
    .input(listBackupsInput)
    .output(z.array(backupOutput))
    .query(({ ctx, input }) => listBackups(ctx, input)),
  create: activeCustomer
    .meta({
      shared: { from: 'developer', by: { serviceId: 'service' } },
      rest: 'POST /api/backups',
      summary: 'Starts a backup of a service.',
      example: { serviceId: exampleId, backupType: 'files' },
      status: 201,
    })
    .input(createBackupInput)
    .output(backupOutput)
    .mutation(({ ctx, input }) => createBackup(ctx, input)),
  remove: customer
    .meta({
      shared: { from: 'developer', by: { id: 'backup' } },
      rest: 'DELETE /api/backups/:id',
      summary: 'Deletes a backup, or cancels one in progress.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => deleteBackup(ctx, input)),
  restore: customer
    .meta({
      shared: { from: 'developer', by: { id: 'backup' } },
      rest: 'POST /api/backups/:id/restore',
      summary: 'Starts restoring a backup, after a safety backup.',
      status: 202,
    })
    .input(byId)
    .output(restoreOutput)
    .mutation(({ ctx, input }) => restoreBackup(ctx, input)),
  schedule: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      rest: 'GET /api/backups/schedule',
      summary: 'Shows when a service is backed up.',
    })
    .input(byServiceId)
    .output(scheduleOutput)
    .query(({ ctx, input }) => getSchedule(ctx, input)),
  schedules: customer
    .meta({ shared: { from: 'viewer', by: {} }, summary: 'Lists the schedules of your services.' })
    .output(z.array(scheduleOutput))
    .query(({ ctx }) => listSchedules(ctx)),
  setSchedule: customer
    .meta({
      shared: { from: 'developer', by: { serviceId: 'service' } },
      rest: 'PUT /api/backups/schedule',
      summary: 'Sets when a service is backed up and how many backups to keep.',
      example: {
        serviceId: exampleId,
        enabled: true,
        frequency: 'daily',
        time: '02:30',
        backupType: 'full',
        keep: 7,
      },
    })
    .input(scheduleInput)
    .output(scheduleOutput)
    .mutation(({ ctx, input }) => setSchedule(ctx, input)),
})
