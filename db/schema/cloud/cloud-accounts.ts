import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'

/** Connected cloud accounts, and the revision that every change of a user's cloud raises. */
export function cloudAccountTables(k: Kit, { users }: AccountTables) {
  const cloudProviders = k.table(
    'cloud_providers',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      name: k.text().notNull(),
      displayName: k.text().notNull(),
      /** Sealed with the key of the application, like the secret. */
      accessKeyId: k.text(),
      secretAccessKey: k.text(),
      projectId: k.text(),
      region: k.text().notNull().default('us-east-1'),
      isActive: k.bool().notNull().default(true),
      sample: k.bool().notNull().default(false),
      validatedAt: k.time(),
      validationMessage: k.text(),
      /** The time of the last successful refresh. */
      refreshedAt: k.time(),
      /** The time of the next refresh. NULL: never. */
      nextRefreshAt: k.time(),
      /** The end of a worker's lease; no other worker refreshes it before. */
      refreshingUntil: k.time(),
      /** Failed refreshes since the last success. */
      refreshFailures: k.int().notNull().default(0),
      /** When its owner last viewed the cloud, to a few minutes. */
      viewedAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'cloud_providers_pkey', columns: [t.userId, t.id] }),
      k.index('cloud_providers_user').on(t.userId, t.createdAt, t.id),
      k.index('cloud_providers_due').on(t.nextRefreshAt).where(sql`next_refresh_at is not null`),
    ],
  )

  const cloudRevisions = k.table('cloud_revisions', {
    userId: k
      .ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    revision: k.big().notNull().default(0),
    /** Moments (ms) at which a status changes by time alone, ascending; past ones are removed by the next write. */
    dueAt: k.json<number[]>(),
    /** When the sample data was created; at most once. */
    seededAt: k.time(),
    updatedAt: k.time().notNull(),
  })

  return { cloudProviders, cloudRevisions }
}

export type CloudAccountTables = ReturnType<typeof cloudAccountTables>

/** The columns of every cloud resource. */
export const resource = (k: Kit) => ({
  id: k.id().notNull(),
  userId: k.ref().notNull(),
  providerId: k.ref().notNull(),
  region: k.text().notNull().default('us-east-1'),
  sample: k.bool().notNull().default(false),
  simulated: k.bool().notNull().default(false),
  createdAt: k.time().notNull(),
  updatedAt: k.time().notNull(),
})

/** Columns whose value the provider does not report: they contain a default and are answered as null. */
export const unreported = (k: Kit) => ({ unreported: k.json<string[]>() })

type ResourceColumns = Record<'id' | 'userId' | 'providerId' | 'createdAt', AnyPgColumn>

/** Key, owner and list index of a cloud resource table: its provider belongs to the same user. */
export const resourceKeys =
  (k: Kit, { cloudProviders }: CloudAccountTables, name: string) =>
  (t: ResourceColumns) => [
    k.primaryKey({ name: `${name}_pkey`, columns: [t.userId, t.id] }),
    k
      .foreignKey({
        name: `${name}_provider_fk`,
        columns: [t.userId, t.providerId],
        foreignColumns: [cloudProviders.userId, cloudProviders.id],
      })
      .onDelete('cascade'),
    k.index(`${name}_user`).on(t.userId, t.createdAt, t.id),
    k.index(`${name}_provider`).on(t.userId, t.providerId),
  ]
