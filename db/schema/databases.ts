import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'
import type { ServiceTables } from './services.ts'

const types = ['mysql', 'postgresql', 'mongodb'] as const

/** Customers' databases, and the dumps of deleted ones. */
export function databaseTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const databases = k.table(
    'databases',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref().notNull(),
      dbName: k.text().notNull(),
      dbType: k.oneOf(types).notNull().default('mysql'),
      dbUser: k.text().notNull(),
      /** Sealed with the key of the application. */
      dbPassword: k.text().notNull(),
      /** The names within the engine, which all customers share. */
      networkName: k.text().notNull(),
      networkUser: k.text().notNull(),
      sizeBytes: k.big().notNull().default(0),
      status: k.oneOf(['active', 'pending', 'failed']).notNull().default('pending'),
      reason: k.text(),
      host: k.text(),
      port: k.int(),
      /** External addresses that may connect, as CIDR; NULL for none. */
      allow: k.json<string[]>(),
      /** Whether connections are accepted: not while its service is suspended or has ended. */
      isOpen: k.bool().notNull().default(true),
      /** Raised by every change that must be applied to the engine. */
      revision: k.int().notNull().default(1),
      /** The revision applied to the engine; 0 before it exists there. */
      appliedRevision: k.int().notNull().default(0),
      /** Whether the password has changed since it was last applied: the engine then ends connections of the old one. */
      hasNewPassword: k.bool().notNull().default(false),
      /** The time from which the engine's content under these names belongs to the customer. */
      claimedAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'databases_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'databases_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.uniqueIndex('databases_name_key').on(t.userId, t.serviceId, t.dbType, t.dbName),
      k.uniqueIndex('databases_user_key').on(t.userId, t.serviceId, t.dbType, t.dbUser),
      k.uniqueIndex('databases_network_name_key').on(t.dbType, t.networkName),
      k.uniqueIndex('databases_network_user_key').on(t.dbType, t.networkUser),
      k.index('databases_user').on(t.userId, t.createdAt, t.id),
      k
        .index('databases_unapplied')
        .on(t.updatedAt, t.id)
        .where(sql`revision > applied_revision and status <> 'failed'`),
      k.index('databases_closed').on(t.userId, t.serviceId).where(sql`not is_open`),
    ],
  )

  /** A deleted database: its dump, from which it can be restored, and until that is written the names it still has. */
  const databaseDumps = k.table(
    'database_dumps',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref().notNull(),
      dbName: k.text().notNull(),
      dbType: k.oneOf(types).notNull(),
      dbUser: k.text().notNull(),
      /** Sealed with the key of the application. */
      dbPassword: k.text().notNull(),
      networkName: k.text().notNull(),
      networkUser: k.text().notNull(),
      /** `writing`: the database is still in the engine. */
      status: k.oneOf(['writing', 'kept', 'restoring', 'failed']).notNull().default('writing'),
      reason: k.text(),
      /** The size of the sealed file. */
      fileSize: k.big().notNull().default(0),
      sha256: k.text(),
      createdAt: k.time().notNull(),
      /** When it is purged. */
      expiresAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'database_dumps_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'database_dumps_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k
        .uniqueIndex('database_dumps_network_name_key')
        .on(t.dbType, t.networkName)
        .where(sql`status = 'writing'`),
      k
        .uniqueIndex('database_dumps_network_user_key')
        .on(t.dbType, t.networkUser)
        .where(sql`status = 'writing'`),
      k.index('database_dumps_user').on(t.userId, t.createdAt, t.id),
      k.index('database_dumps_expired').on(t.expiresAt),
      k.index('database_dumps_open').on(t.createdAt, t.id).where(sql`status in ('writing', 'restoring')`),
    ],
  )

  /** Measurements of a database, for its charts. */
  const databaseSamples = k.table(
    'database_samples',
    {
      userId: k.ref().notNull(),
      databaseId: k.ref().notNull(),
      measuredAt: k.time().notNull(),
      sizeBytes: k.big().notNull(),
      /** Open connections at that moment. */
      connections: k.int().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'database_samples_pkey', columns: [t.userId, t.databaseId, t.measuredAt] }),
      k
        .foreignKey({
          name: 'database_samples_database_fk',
          columns: [t.userId, t.databaseId],
          foreignColumns: [databases.userId, databases.id],
        })
        .onDelete('cascade'),
      k.index('database_samples_measured').on(t.measuredAt),
    ],
  )

  /** The target of a backup's dump, until the restore, or its test, has ended. Its names in the engine derive from the id. */
  const databaseCopies = k.table(
    'database_copies',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      /** The job that restores. */
      runId: k.ref().notNull(),
      dbName: k.text().notNull(),
      dbType: k.oneOf(types).notNull(),
      dbUser: k.text().notNull(),
      /** The user that loads the dump, sealed with the key of the application. */
      dbPassword: k.text().notNull(),
      /** From `replacing` on, the engine may have swapped it in and set the original aside. */
      status: k.oneOf(['staging', 'staged', 'replacing', 'replaced']).notNull().default('staging'),
      /** The database created for it, if there was none. */
      madeId: k.ref(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'database_copies_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'database_copies_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.uniqueIndex('database_copies_run_key').on(t.userId, t.runId, t.dbType, t.dbName),
      k.index('database_copies_service').on(t.userId, t.serviceId),
    ],
  )

  return { databases, databaseDumps, databaseSamples, databaseCopies }
}

export type DatabaseTables = ReturnType<typeof databaseTables>
