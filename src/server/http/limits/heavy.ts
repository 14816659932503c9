import { DomainError } from '#shared/errors.ts'
import { minute } from '#shared/time.ts'
import { createGate, createGates } from './gate.ts'

/** The most large answers in progress for one user and for all users. */
export const heavyAtOnce = 2
export const heavyInAll = 16
const pieceBytes = 64 * 1_024

const tooManyOfYours = () =>
  new DomainError('TOO_MANY_REQUESTS', 'You have too many large downloads open. Wait for one to finish.', {
    retryAfterSeconds: 5,
  })

type Reading = { done: () => void; readMs: number }

/** The body piece by piece as it is read, cut off after `readMs`; `done` is called at its end or when the reader disconnects. */
function whileRead(bytes: Uint8Array, { done, readMs }: Reading): ReadableStream<Uint8Array> {
  let sent = 0
  let cut: Timer
  const end = () => {
    clearTimeout(cut)
    done()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cut = setTimeout(() => {
          // Bun writes an abort reason to stderr.
          controller.error()
          done()
        }, readMs)
      },
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + pieceBytes))
        sent += pieceBytes
        if (sent < bytes.byteLength) return
        controller.close()
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

type HeavyOptions = {
  /** The longest wait for a slot. */
  waitMs?: number
  /** The time limit for reading an answer: a minute is 4 MiB at 70 KB/s. */
  readMs?: number
}

export interface HeavyCalls {
  /**
   * Answers a call whose answer may be megabytes; its slot is released when the answer was read, dropped or cut off.
   * @throws TOO_MANY_REQUESTS while the user reads others, UNAVAILABLE while too many users do
   */
  answer(userId: string, work: () => Promise<Response>): Promise<Response>
}

/** Limits the memory of large answers: a few slots per user and a few in total, each held until its answer has been read. */
export function createHeavyCalls({ waitMs = 5_000, readMs = minute }: HeavyOptions = {}): HeavyCalls {
  const ofUser = createGates({ atOnce: heavyAtOnce, waiting: 40, waitMs, refusal: tooManyOfYours })
  const all = createGate({ atOnce: heavyInAll, waiting: 64, waitMs })
  return {
    async answer(userId, work) {
      const leaveUser = await ofUser.enter(userId)
      const leaveAll = await all.enter().catch((error) => {
        leaveUser()
        throw error
      })
      const leave = () => {
        leaveAll()
        leaveUser()
      }
      try {
        const response = await work()
        const bytes = await response.bytes()
        const headers = new Headers(response.headers)
        if (bytes.byteLength <= pieceBytes) {
          leave()
          return new Response(bytes, { status: response.status, headers })
        }
        const body = whileRead(bytes, { done: leave, readMs })
        return new Response(body, { status: response.status, headers })
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
