import type { LogKind } from '../../../contract/log-search.ts'

export type LogFilter = { kind?: LogKind | undefined; q?: string | undefined }

/** The log query of a service, shared by the loader and the screen. */
export const logQuery = (id: string, { kind, q }: LogFilter) => ({
  id,
  ...(kind ? { kind } : {}),
  ...(q ? { q } : {}),
})
