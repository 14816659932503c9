import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'
import type { ServiceTables } from './services.ts'

const backupTypes = ['full', 'files', 'database'] as const

/** Backups and their schedules. */
export function backupTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const backups = k.table(
    'backups',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref().notNull(),
      backupType: k.oneOf(backupTypes).notNull().default('full'),
      fileName: k.text().notNull(),
      fileSize: k.big().notNull().default(0),
      status: k.oneOf(['pending', 'completed', 'failed']).notNull().default('pending'),
      origin: k.oneOf(['manual', 'schedule', 'safety']).notNull().default('manual'),
      /** 0 to 100. */
      progress: k.int().notNull().default(0),
      reason: k.text(),
      sha256: k.text(),
      verifiedAt: k.time(),
      createdAt: k.time().notNull(),
      /** When it was completed, or failed; for one found damaged later, when it was found. */
      finishedAt: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'backups_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'backups_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      // Archives in the data folder are named by the id alone.
      k.uniqueIndex('backups_id_key').on(t.id),
      k.uniqueIndex('backups_pending_key').on(t.userId, t.serviceId).where(sql`status = 'pending'`),
      k.index('backups_failed').on(t.finishedAt, t.id).where(sql`status = 'failed'`),
      k.index('backups_user').on(t.userId, t.createdAt, t.id),
      k.index('backups_service').on(t.userId, t.serviceId, t.createdAt, t.id),
    ],
  )

  const backupSchedules = k.table(
    'backup_schedules',
    {
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      enabled: k.bool().notNull().default(false),
      frequency: k.oneOf(['daily', 'weekly', 'monthly']).notNull().default('daily'),
      /** `HH:MM` in Asia/Kolkata. */
      time: k.text().notNull(),
      backupType: k.oneOf(backupTypes).notNull().default('full'),
      keep: k.int().notNull(),
      lastRunAt: k.time(),
      nextRunAt: k.time(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'backup_schedules_pkey', columns: [t.userId, t.serviceId] }),
      k
        .foreignKey({
          name: 'backup_schedules_service_fk',
          columns: [t.userId, t.serviceId],
          foreignColumns: [userServices.userId, userServices.id],
        })
        .onDelete('cascade'),
      k.index('backup_schedules_due').on(t.nextRunAt).where(sql`enabled`),
    ],
  )

  return { backups, backupSchedules }
}
