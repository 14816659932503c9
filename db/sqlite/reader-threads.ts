import { Worker } from 'node:worker_threads'
import { type AsyncRemoteCallback, drizzle } from 'drizzle-orm/sqlite-proxy'
import { QueryFailed, StoreUnavailable } from '../errors.ts'
import type { LongRead, LongReads, Rows } from '../long-reads.ts'
import { threadEntry } from '../thread-entry.ts'
import type { Reader } from '../types.ts'
import type { ThreadAnswer, ThreadQuestion } from './reader-thread.ts'

const idleMs = 60_000
const endMs = 1_000

/** An idle thread closes its connection and ends, within a second at the latest. */
async function end(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  thread.once('exit', () => resolve())
  thread.postMessage('close')
  const timer = setTimeout(() => void thread.terminate(), endMs)
  await promise
  clearTimeout(timer)
}

/** Threads that read a SQLite file: each starts on demand and ends after a minute without work. */
export class ReaderThreads {
  readonly #file: string
  readonly #all = new Set<Worker>()
  readonly #idle = new Map<Worker, Timer>()

  constructor(file: string) {
    this.#file = file
  }

  /** Runs one statement on a separate thread. On abort the result is dropped, and the thread ends after its statement. */
  readonly execute = (sql: string, parameters: unknown[], signal: AbortSignal): LongRead => {
    const thread = this.#take()
    const answered = Promise.withResolvers<Rows>()
    const ended = Promise.withResolvers<void>()
    const giveUp = () => {
      void thread.terminate()
      answered.reject(new StoreUnavailable('slow'))
    }
    const settle = () => {
      signal.removeEventListener('abort', giveUp)
      thread.removeAllListeners()
      thread.unref()
      ended.resolve()
    }
    thread.on('message', (answer: ThreadAnswer) => {
      // A thread whose result was dropped meanwhile is about to end.
      if (signal.aborted) return
      if ('rows' in answer) answered.resolve(answer.rows)
      else answered.reject(new QueryFailed(answer.code || answer.message, sql))
      settle()
      this.#rest(thread)
    })
    thread.on('error', (error: Error) => answered.reject(new QueryFailed(error.message, sql)))
    thread.on('exit', () => {
      answered.reject(new StoreUnavailable('connection'))
      settle()
      this.#all.delete(thread)
    })
    signal.addEventListener('abort', giveUp)
    // A pending answer keeps the process alive; an idle thread does not.
    thread.ref()
    const question: ThreadQuestion = { sql, parameters: parameters as ThreadQuestion['parameters'] }
    thread.postMessage(question)
    return { rows: answered.promise, ended: ended.promise }
  }

  /** Ends all threads; idle ones close their connections first. */
  async close(): Promise<void> {
    const resting = [...this.#idle.keys()]
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    for (const thread of this.#all) if (!resting.includes(thread)) void thread.terminate()
    this.#all.clear()
    await Promise.all(resting.map(end))
  }

  #take(): Worker {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      return thread
    }
    const thread = new Worker(threadEntry('db/sqlite/reader-thread.ts'), { workerData: this.#file })
    this.#all.add(thread)
    return thread
  }

  #rest(thread: Worker): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread)
      this.#all.delete(thread)
      void end(thread)
    }, idleMs)
    timer.unref()
    this.#idle.set(thread, timer)
  }
}

/** Drizzle over the threads: queries built and awaited here run there. */
export function connectThreads(reads: LongReads): Reader {
  const run: AsyncRemoteCallback = async (sql, parameters) => ({ rows: await reads.read(sql, parameters) })
  return drizzle(run, undefined, { casing: 'snake_case' }) as unknown as Reader
}
