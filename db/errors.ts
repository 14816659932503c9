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

/** The store is there but cannot take this transaction now: nothing of it was kept, and it may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  constructor(readonly reason: 'busy' | 'full' | 'connection') {
    super(`store unavailable: ${reason}`)
  }
}

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
