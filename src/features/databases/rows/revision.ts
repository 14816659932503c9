import { sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import type { Place } from './database-rows.ts'

/** The values of a change that the engine has to follow. Part of the caller's update. */
export const raised = ({ databases: d }: JobContext['store']['t'], now: Date) => ({
  revision: sql`${d.revision} + 1`,
  status: 'pending' as const,
  reason: null,
  updatedAt: now,
})

/** Screens of the owner read the database again. */
export const tell = (tx: Tx, ctx: JobContext, { userId, id }: Place, status: string): void =>
  publish(tx, ctx, { userId, kind: 'database', id, status })
