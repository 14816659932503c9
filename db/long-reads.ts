import { DrizzleQueryError } from 'drizzle-orm'
import { QueryFailed, StoreUnavailable } from './errors.ts'

/** The maximum number of running and waiting long reads, and the time limit of one, including its wait. */
export type LongReadLimits = { parallel: number; waiting: number; limitMs: number }

export const longReadLimits: LongReadLimits = { parallel: 2, waiting: 64, limitMs: 10_000 }

export type Rows = unknown[][]

/** A running read. `ended` settles once it uses no more resources, possibly after it was aborted. */
export type LongRead = { rows: Promise<Rows>; ended: Promise<void> }

type Execute = (sql: string, parameters: unknown[], signal: AbortSignal) => LongRead

/** Runs long reads through `execute`: a few at a time, in order of request. */
export class LongReads {
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    readonly execute: Execute,
    readonly limits: LongReadLimits,
  ) {}

  /**
   * The rows of a statement.
   * @throws StoreUnavailable `busy` when too many wait already, `slow` when it was aborted at its time limit
   */
  async read(sql: string, parameters: unknown[]): Promise<Rows> {
    if (this.#waiting.length >= this.limits.waiting) throw new StoreUnavailable('busy')
    const signal = AbortSignal.timeout(this.limits.limitMs)
    await this.#turn(signal)
    const { rows, ended } = this.execute(sql, parameters, signal)
    void ended.finally(() => this.#next())
    return rows
  }

  /** Waits for a free slot; a read that has waited too long leaves the queue. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#running < this.limits.parallel) {
      this.#running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(new StoreUnavailable('slow'))
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', giveUp)
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  /** Passes the slot of a finished read to the next one in the queue. */
  #next(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}

/** Unwraps a refusal by the queue or a thread: Drizzle wraps it in an error of its own that has the parameters. */
export async function unwrapRefusal<T>(query: () => PromiseLike<T>): Promise<T> {
  try {
    return await query()
  } catch (error) {
    const cause = error instanceof DrizzleQueryError ? error.cause : undefined
    throw cause instanceof StoreUnavailable || cause instanceof QueryFailed ? cause : error
  }
}
