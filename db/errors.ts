/** The store cannot be used. The message is one line for the person who starts the program. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** A unique constraint was violated; `index` is the name of the unique index or primary key. */
export class Duplicate extends Error {
  override readonly name = 'Duplicate'
  constructor(readonly index: string) {
    super(`duplicate: ${index}`)
  }
}

/**
 * The store cannot do this now, and the caller may retry; nothing was stored, unless the connection broke during the
 * commit. `fenced`: another node has taken over. `slow`: a read was aborted at its time limit.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  constructor(readonly reason: 'busy' | 'full' | 'connection' | 'fenced' | 'slow') {
    super(`store unavailable: ${reason}`)
  }
}

/** Whether the database is unreachable: the process that opened it logs that once, so other code need not. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.reason === 'connection'

/** A statement failed. Has the engine's code and the SQL, never the parameters. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed'
  constructor(
    readonly code: string,
    readonly query: string,
  ) {
    super(`query failed (${code}): ${query}`)
  }
}
