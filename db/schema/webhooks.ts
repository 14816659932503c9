import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'

/** Webhook endpoints of customers, and deliveries to them. */
export function webhookTables(k: Kit, { users }: AccountTables) {
  const webhooks = k.table(
    'webhooks',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      url: k.text().notNull(),
      description: k.text(),
      /** Kinds of notices; an empty list stands for all of them. */
      kinds: k.json<string[]>().notNull(),
      isEnabled: k.bool().notNull().default(true),
      /** The reason why the portal disabled it. */
      problem: k.text(),
      /** Sealed with the key of the application. */
      secret: k.text().notNull(),
      /** The secret before the last rotation, which still signs until `oldSecretUntil`. */
      oldSecret: k.text(),
      oldSecretUntil: k.time(),
      /** The time since which every delivery has failed. */
      failingSince: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'webhooks_pkey', columns: [t.userId, t.id] }),
      k.index('webhooks_user').on(t.userId, t.createdAt, t.id),
    ],
  )

  /** A delivery to one endpoint; while it is queued, a job has the same id. */
  const webhookDeliveries = k.table(
    'webhook_deliveries',
    {
      id: k.id().primaryKey(),
      userId: k.ref().notNull(),
      webhookId: k.ref().notNull(),
      /** The same for every attempt and replay, so that a receiver recognises duplicates. */
      messageId: k.ref().notNull(),
      kind: k.text().notNull(),
      /** The posted body, byte for byte. */
      body: k.text().notNull(),
      status: k.oneOf(['queued', 'delivered', 'failed']).notNull().default('queued'),
      attempts: k.int().notNull().default(0),
      statusCode: k.int(),
      durationMs: k.int(),
      /** The start of the response. */
      answer: k.text(),
      /** The reason of the failure. */
      problem: k.text(),
      createdAt: k.time().notNull(),
      endedAt: k.time(),
    },
    (t) => [
      k
        .foreignKey({
          name: 'webhook_deliveries_webhook_fk',
          columns: [t.userId, t.webhookId],
          foreignColumns: [webhooks.userId, webhooks.id],
        })
        .onDelete('cascade'),
      k.index('webhook_deliveries_webhook').on(t.userId, t.webhookId, t.createdAt, t.id),
      k.index('webhook_deliveries_created').on(t.createdAt, t.id),
      k.index('webhook_deliveries_waiting').on(t.id).where(sql`status = 'queued'`),
    ],
  )

  return { webhooks, webhookDeliveries }
}
