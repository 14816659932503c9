import { findHeadEnd, type HeadRefusal, type RequestHead, readRequestHead, refuseUnfinished } from './head.ts'

const nothing = Buffer.alloc(0)
const carriageReturn = 0x0d
const lineFeed = 0x0a

/** Unread bytes of a connection. */
export class RequestQueue {
  #received: Buffer = nothing
  /** Leading bytes that are known not to end a head. */
  #seen = 0

  get length(): number {
    return this.#received.length
  }

  add(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
  }

  /** Returns all remaining bytes; the queue is then empty. */
  takeAll(): Buffer {
    const all = this.#received
    this.#received = nothing
    this.#seen = 0
    return all
  }

  /** Removes and returns the next head; null while it is incomplete. After a refusal nothing more can be read. */
  takeHead(): RequestHead | HeadRefusal | null {
    if (!this.#skipEmptyLine() || this.#received.length === 0) return null
    const end = findHeadEnd(this.#received, this.#seen)
    if (end === 'refused') return 400
    if (end === null) {
      this.#seen = this.#received.length
      return refuseUnfinished(this.#received)
    }
    const head = readRequestHead(this.#received.subarray(0, end))
    this.#received = this.#received.subarray(end)
    this.#seen = 0
    return head
  }

  /** Skips one empty line before a request (RFC 9112 section 2.2); false while half of it is missing. */
  #skipEmptyLine(): boolean {
    if (this.#received[0] !== carriageReturn || this.#seen > 0) return true
    if (this.#received.length < 2) return false
    if (this.#received[1] === lineFeed) this.#received = this.#received.subarray(2)
    return true
  }
}
