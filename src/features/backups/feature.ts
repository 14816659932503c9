import type { Feature } from '#server/feature.ts'
import { listBackupActivity } from './activity/backups.ts'
import { listRestoreActivity } from './activity/restores.ts'
import { data } from './data.ts'
import type { ServiceDatabases } from './drivers/service-databases.ts'
import type { ServiceMail } from './drivers/service-mail.ts'
import { exports } from './exports.ts'
import { backupsHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { creation, restoring, testing } from './jobs.ts'
import { deskProcedures } from './router/desk.ts'
import { backupsRouter } from './router/router.ts'
import { repairing, reschedulingSchedules, restoreTests, runSchedules, sweepingFolders } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** Contents of backups other than the files of a service. */
    serviceDatabases: ServiceDatabases
    serviceMail: ServiceMail
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    backup: true
  }
}

export const backups = {
  name: 'backups',
  procedures: { backups: backupsRouter, admin: deskProcedures },
  http: {
    routes: [
      // A whole archive is read and verified before its first byte leaves; this is Bun's maximum.
      {
        method: 'GET',
        path: '/api/backups/:id/download',
        access: 'customer',
        shared: { from: 'developer', by: { id: 'backup' } },
        idleSeconds: 255,
        description: {
          summary: 'Downloads the archive of a completed backup.',
          answer: { type: 'application/zip' },
          refusals: [404, 409],
        },
      },
    ],
    mount: backupsHttp,
  },
  // Copying a whole service takes minutes.
  work: {
    copies: {
      handlers: [creation, restoring, testing],
      tasks: [repairing, sweepingFolders, reschedulingSchedules, runSchedules, restoreTests],
    },
  },
  live: { backup: 'owner' },
  sharedLive: { backup: { kind: 'backup', from: 'viewer' } },
  activity: [
    { kind: 'backup', list: listBackupActivity },
    {
      kind: 'restore',
      actions: ['backup.restore', 'backup.restored', 'backup.restore-failed'],
      list: listRestoreActivity,
    },
  ],
  data,
  invariants,
  exports,
} satisfies Feature
