import { DrizzleQueryError } from 'drizzle-orm'
import { QueryFailed, StoreUnavailable } from './errors.ts'

/** How many long reads run at once and may wait, and how long one may take, its waiting included. */
export type LongReadLimits = { parallel: number; waiting: number; limitMs: number }

export const longReadLimits: LongReadLimits = { parallel: 2, waiting: 64, limitMs: 10_000 }

export type Rows = unknown[][]

/** A read under way. `ended` settles once it takes nothing of the machine any more, which may be after it was given up. */
export type LongRead = { rows: Promise<Rows>; ended: Promise<void> }

type Execute = (sql: string, parameters: unknown[], signal: AbortSignal) => LongRead

/** Runs reads that may take long through `execute`: a few at a time, in the order in which they were asked for. */
export class LongReads {
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    readonly execute: Execute,
    readonly limits: LongReadLimits,
  ) {}

  /**
   * The rows of a statement.
   * @throws StoreUnavailable `busy` when too many wait already, `slow` when it was given up at its time limit
   */
  async read(sql: string, parameters: unknown[]): Promise<Rows> {
    if (this.#waiting.length >= this.limits.waiting) throw new StoreUnavailable('busy')
    const signal = AbortSignal.timeout(this.limits.limitMs)
    await this.#turn(signal)
    const { rows, ended } = this.execute(sql, parameters, signal)
    void ended.finally(() => this.#next())
    return rows
  }

  /** Waits for a free place; one that has waited too long leaves the queue. */
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

  /** Hands the place of a read that ended to the next one that waits. */
  #next(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}

/** Unwraps what the queue or a thread refused: Drizzle puts it into an error of its own that carries the parameters. */
export async function unwrapRefusal<T>(query: () => PromiseLike<T>): Promise<T> {
  try {
    return await query()
  } catch (error) {
    const cause = error instanceof DrizzleQueryError ? error.cause : undefined
    throw cause instanceof StoreUnavailable || cause instanceof QueryFailed ? cause : error
  }
}
