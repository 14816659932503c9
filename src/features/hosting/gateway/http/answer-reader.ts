import { connectionOptions } from '#shared/http/fields.ts'
import { type BodyReader, createBodyReader } from './body.ts'
import { answerFraming, type Framing } from './framing.ts'
import { type AnswerHead, findHeadEnd, readAnswerHead } from './head.ts'

/** A part of an answer: its head, once; bytes of its body without framing; whether it has ended. */
export type AnswerPart = { head: AnswerHead | null; data: Buffer[]; isDone: boolean }

/** Bytes that are not a response, or an ambiguous one. */
class AnswerError extends Error {}

const nothing = Buffer.alloc(0)
const maxHeadBytes = 64 * 1_024
const switchingProtocols = 101

/** Parses the response to one request from the bytes of a web server's connection; interim responses are skipped. */
export class AnswerReader {
  readonly #method: string
  #begun: Buffer = nothing
  #head: AnswerHead | null = null
  #body: BodyReader | null = null
  #isExact = false
  #framing: Framing = { kind: 'none' }

  constructor(method: string) {
    this.#method = method
  }

  /** Whether any part of it has arrived. */
  get hasBegun(): boolean {
    return this.#head !== null || this.#begun.length > 0
  }

  get framing(): Framing {
    return this.#framing
  }

  /** Whether the connection can be reused for the next request. */
  get isReusable(): boolean {
    const head = this.#head
    return (
      this.#isExact && head !== null && !head.isHttp10 && !connectionOptions(head.fields).includes('close')
    )
  }

  /** @throws AnswerError or BodyError when the bytes are not a response */
  read(bytes: Buffer): AnswerPart {
    if (this.#body) return this.#readBody(this.#body, null, bytes)
    let rest = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes])
    for (;;) {
      const end = findHeadEnd(rest)
      if (end === null && rest.length <= maxHeadBytes) {
        this.#begun = rest
        return { head: null, data: [], isDone: false }
      }
      const head = typeof end === 'number' ? readAnswerHead(rest.subarray(0, end)) : null
      if (head === null || typeof end !== 'number' || head.status === switchingProtocols)
        throw new AnswerError('no response head')
      rest = rest.subarray(end)
      if (head.status >= 200) return this.#readBody(this.#open(head), head, rest)
    }
  }

  #open(head: AnswerHead): BodyReader {
    const framing = answerFraming(head.fields, this.#method, head.status)
    if (framing === null) throw new AnswerError('ambiguous response')
    this.#begun = nothing
    this.#framing = framing
    this.#head = head
    this.#body = createBodyReader(framing)
    return this.#body
  }

  #readBody(body: BodyReader, head: AnswerHead | null, bytes: Buffer): AnswerPart {
    const { data, end } = body.isDone ? { data: [], end: 0 } : body.read(bytes)
    this.#isExact = end === bytes.length
    return { head, data, isDone: body.isDone }
  }
}
