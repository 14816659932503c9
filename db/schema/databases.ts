import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './auth.ts'
import type { ServiceTables } from './services.ts'

/** The databases of customers. */
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
      dbType: k.oneOf(['mysql', 'postgresql', 'mongodb']).notNull().default('mysql'),
      dbUser: k.text().notNull(),
      /** Sealed with the key of the application. */
      dbPassword: k.text().notNull(),
      sizeBytes: k.big().notNull().default(0),
      status: k.oneOf(['active', 'pending', 'failed']).notNull().default('pending'),
      reason: k.text(),
      host: k.text(),
      port: k.int(),
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
      k.index('databases_user').on(t.userId, t.createdAt, t.id),
    ],
  )

  return { databases }
}
