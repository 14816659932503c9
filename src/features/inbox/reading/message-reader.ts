import { Worker } from 'node:worker_threads'
import { threadEntry } from '#db/thread-entry.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import type { ReadDraft } from './read-draft.ts'
import type { ReadAttachment, ReadMessage } from './read-message.ts'
import type { ReadAnswer, ReadQuestion } from './read-thread.ts'

/** Reads untrusted messages in a worker thread, so that none of them blocks the portal. */
export interface MessageReader {
  /** @throws UNAVAILABLE when it takes more than ten seconds, or the queue is full */
  read(bytes: Uint8Array<ArrayBuffer>, options: { remote: boolean }): Promise<ReadMessage>
  /** Null when the attachment does not exist. @throws UNAVAILABLE as `read` does */
  readAttachment(bytes: Uint8Array<ArrayBuffer>, n: number): Promise<ReadAttachment | null>
  /** Null when it is too complex. @throws UNAVAILABLE as `read` does */
  readDraft(bytes: Uint8Array<ArrayBuffer>): Promise<ReadDraft | null>
  close(): void
}

const patienceMs = 10 * second
const idleMs = 60 * second
const maxWaiting = 50

const tooSlow = () =>
  new DomainError('UNAVAILABLE', 'This message takes too long to open. You can download the original.')
const tooMany = () =>
  new DomainError('UNAVAILABLE', 'Many messages are being opened right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })

/** One thread, started on demand and stopped after an idle minute. */
export function createMessageReader(): MessageReader {
  let thread: Worker | null = null
  let idle: Timer | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = () => {
    void thread?.terminate()
    thread = null
  }

  const ask = (question: ReadQuestion): Promise<ReadAnswer> => {
    if (idle) clearTimeout(idle)
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>()
    thread ??= new Worker(threadEntry('src/features/inbox/reading/read-thread.ts'))
    const mine = thread
    const fail = (error: Error) => {
      if (thread === mine) end()
      reject(error)
    }
    const timer = setTimeout(() => fail(tooSlow()), patienceMs)
    mine.ref()
    mine.once('message', resolve)
    mine.once('error', () => fail(tooSlow()))
    mine.once('exit', () => fail(tooSlow()))
    mine.postMessage(question, [question.bytes.buffer])
    return promise.finally(() => {
      clearTimeout(timer)
      mine.removeAllListeners()
      mine.unref()
      idle = setTimeout(end, idleMs)
      idle.unref()
    })
  }

  /** Sequential: each may need ten times the memory of its message. */
  const inTurn = async (question: ReadQuestion): Promise<ReadAnswer> => {
    if (waiting >= maxWaiting) throw tooMany()
    waiting += 1
    const turn = last.then(() => ask(question))
    last = turn.catch(() => {})
    const answer = await turn.finally(() => {
      waiting -= 1
    })
    if ('failed' in answer) throw new Error(`a message could not be read: ${answer.failed}`)
    return answer
  }

  return {
    async read(bytes, { remote }) {
      const answer = await inTurn({ bytes, remote })
      if ('message' in answer) return answer.message
      throw new Error('unexpected response')
    },
    async readAttachment(bytes, n) {
      const answer = await inTurn({ bytes, n })
      if ('attachment' in answer) return answer.attachment
      throw new Error('unexpected response')
    },
    async readDraft(bytes) {
      const answer = await inTurn({ bytes, isDraft: true })
      if ('draft' in answer) return answer.draft
      throw new Error('unexpected response')
    },
    close() {
      if (idle) clearTimeout(idle)
      end()
    },
  }
}
