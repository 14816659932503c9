import { z } from 'zod'

export const databaseName = 'portal.db'
export const keyName = 'secret.key'
/** The last entry; a backup without it is incomplete. */
export const summaryName = 'backup.json'
export const summaryVersion = 1

/**
 * The summary of a backup. `removed` are paths of earlier entries that no longer existed when its database was copied, `damaged`
 * are files whose bytes were missing then or did not match their row.
 */
export const summary = z.object({
  version: z.literal(summaryVersion),
  createdAt: z.iso.datetime(),
  entries: z.number().int(),
  sum: z.string(),
  removed: z.array(z.string()),
  damaged: z.array(z.string()).default([]),
})
export type Summary = z.infer<typeof summary>
