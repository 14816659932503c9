import type { Database } from 'bun:sqlite'

/**
 * One read transaction for all reads in a turn of the event loop. Without it, every statement takes and releases the file's
 * locks separately, which costs more than most reads.
 */
export class Snapshot {
  readonly #begin
  readonly #commit
  readonly #readVersion
  readonly #connection: Database
  #isOpen = false
  #version = 0

  constructor(connection: Database) {
    this.#connection = connection
    this.#begin = connection.prepare('BEGIN')
    this.#commit = connection.prepare('COMMIT')
    this.#readVersion = connection.prepare<{ data_version: number }, []>('PRAGMA data_version')
  }

  /** The version of the file that this turn's reads see; it changes once any other connection has committed. */
  version(): number {
    this.begin()
    return this.#version
  }

  /** Starts a snapshot: until the end of this turn, or `end`, all reads see the same state of the file. */
  readonly begin = (): void => {
    if (this.#isOpen) return
    this.#begin.run()
    this.#version = this.#readVersion.get()?.data_version ?? 0
    this.#isOpen = true
    setImmediate(this.end)
  }

  /** The next read sees everything committed by then. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A read that failed on a damaged file has already ended it.
    if (this.#connection.inTransaction) this.#commit.run()
  }

  close(): void {
    this.end()
    this.#begin.finalize()
    this.#commit.finalize()
    this.#readVersion.finalize()
  }
}
