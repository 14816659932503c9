/** The store cannot be used. The message is one line for the person who starts the program. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** A unique rule was broken; `index` is the name of the unique index or primary key. */
export class Duplicate extends Error {
  override readonly name = 'Duplicate'
  constructor(readonly index: string) {
    super(`duplicate: ${index}`)
  }
}

/**
 * The store cannot take this now, and it may be tried again; nothing was kept, unless the connection broke while it was being
 * committed. `fenced`: another node has taken over what this one held. `slow`: a read was given up at its time limit.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  constructor(readonly reason: 'busy' | 'full' | 'connection' | 'fenced' | 'slow') {
    super(`store unavailable: ${reason}`)
  }
}

/** Whether the database is out of reach: that is told once by whoever opened it, and needs no line for each who noticed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.reason === 'connection'

/** A statement failed. Carries the engine's code and the SQL, never the parameters. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed'
  constructor(
    readonly code: string,
    readonly query: string,
  ) {
    super(`query failed (${code}): ${query}`)
  }
}
