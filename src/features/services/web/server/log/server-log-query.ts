import type { LogKind } from '../../../contract/log-search.ts'

export type LogFilter = { kind?: LogKind | undefined; q?: string | undefined }

/** What the log of a service is read with, for the loader and the screen alike. */
export const logQuery = (id: string, { kind, q }: LogFilter) => ({
  id,
  ...(kind ? { kind } : {}),
  ...(q ? { q } : {}),
})
