import { sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import type { DatabaseKey } from './database-rows.ts'

/** Columns that mark a row for reapplying in the engine. Part of the caller's update. */
export const markDirty = ({ databases: d }: JobContext['store']['t'], now: Date) => ({
  revision: sql`${d.revision} + 1`,
  status: 'pending' as const,
  reason: null,
  updatedAt: now,
})

/** Makes the owner's open screens refetch the database. */
export const publishDatabase = (tx: Tx, ctx: JobContext, { userId, id }: DatabaseKey, status: string): void =>
  publish(tx, ctx, { userId, kind: 'database', id, status })
