import { DomainError } from '#shared/errors.ts'
import { createGate, createGates } from './gate.ts'

/** Answers of megabytes that one user reads at the same time. */
export const heavyAtOnce = 2
const waitMs = 5_000
const pieceBytes = 64 * 1_024

const tooManyOfYours = () =>
  new DomainError('TOO_MANY_REQUESTS', 'Please read the answers that are under way first.', {
    retryAfterSeconds: 5,
  })

/** The body piece by piece as it is read; `done` is called at its end, or when the reader has gone. */
function whileRead(bytes: Uint8Array, done: () => void): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + pieceBytes))
        sent += pieceBytes
        if (sent < bytes.byteLength) return
        controller.close()
        done()
      },
      cancel: done,
    },
    { highWaterMark: 0 },
  )
}

export interface HeavyCalls {
  /**
   * Answers a call whose answer may be megabytes; its place is free when the answer was read.
   * @throws TOO_MANY_REQUESTS while the user reads others, UNAVAILABLE while too many users do
   */
  answer(userId: string, work: () => Promise<Response>): Promise<Response>
}

/** Bounds what answers of megabytes take: a few of each user and a few in all, until they were read. */
export function createHeavyCalls(): HeavyCalls {
  const ofUser = createGates({ atOnce: heavyAtOnce, waiting: 40, waitMs, refusal: tooManyOfYours })
  const all = createGate({ atOnce: 16, waiting: 64, waitMs })
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
        return new Response(whileRead(bytes, leave), { status: response.status, headers })
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
