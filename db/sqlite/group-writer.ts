import type { Database } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreUnavailable } from '../errors.ts'
import { type Token, withinLimit } from '../guard.ts'

type Job = {
  readonly token: Token
  readonly body: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

const maxBatch = 256
const maxQueue = 20_000
// Another process (an `admin` command) may have the write lock for a moment; waiting must not block the event loop.
const beginTries = 40
const beginPauseMs = 50

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/**
 * Begins a write transaction; while another process has the lock it waits, up to a few seconds, without blocking the
 * event loop.
 */
export async function beginImmediate(connection: Database): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      connection.run('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || tries === beginTries) throw error
      await Bun.sleep(beginPauseMs)
    }
  }
}

/**
 * The only writer of a SQLite file: waiting transactions share one BEGIN IMMEDIATE … COMMIT, each in its own SAVEPOINT,
 * and thus one fsync. None of them resolves before the COMMIT.
 */
export class GroupWriter {
  /** The transaction whose statements the connection runs now. */
  active: Token | undefined
  #queue: Job[] = []
  #running: Promise<void> | undefined
  #hasEnded = false

  constructor(
    readonly connection: Database,
    readonly options: { limitMs: number; beforeCommit: () => void },
  ) {}

  /** Resolves after the commit that contains the writes of `work`; rejects when they were rolled back. */
  write<T>(token: Token, work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(new StoreUnavailable('connection'))
    if (this.#queue.length >= maxQueue) return Promise.reject(new StoreUnavailable('busy'))
    // The batch runs in the async context of the caller that started it; each body must see its own caller's.
    const inCaller = AsyncLocalStorage.snapshot()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const body = () => inCaller(() => withinLimit(token, this.options.limitMs, work))
    this.#queue.push({ token, body, resolve, reject })
    this.#running ??= this.#drain()
    return promise as Promise<T>
  }

  /** Settles every submitted transaction, and refuses later ones. */
  async end(): Promise<void> {
    while (this.#running) await this.#running
    this.#hasEnded = true
  }

  async #drain(): Promise<void> {
    // Waits one turn of the event loop, so that transactions of the same tick join the first batch.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, maxBatch)
      const settle = await this.#commit(batch)
      for (const tell of settle) tell()
    }
    this.#running = undefined
  }

  async #commit(batch: Job[]): Promise<(() => void)[]> {
    const settle: (() => void)[] = []
    try {
      await beginImmediate(this.connection)
      for (const job of batch) settle.push(await this.#runOne(job))
      this.options.beforeCommit()
      this.connection.run('COMMIT')
      return settle
    } catch (error) {
      if (this.connection.inTransaction) this.connection.run('ROLLBACK')
      return batch.map((job) => () => {
        job.token.open = false
        job.reject(error)
      })
    }
  }

  async #runOne(job: Job): Promise<() => void> {
    this.connection.run('SAVEPOINT job')
    this.active = job.token
    try {
      const value = await job.body()
      this.active = undefined
      this.connection.run('RELEASE job')
      return () => job.resolve(value)
    } catch (error) {
      this.active = undefined
      // SQLite itself rolls back the whole transaction when the disk is full.
      if (!this.connection.inTransaction) throw error
      this.connection.run('ROLLBACK TO job')
      this.connection.run('RELEASE job')
      return () => job.reject(error)
    }
  }
}
