import type { Socket } from 'bun'
import type { Responder } from './respond.ts'

const lengthBytes = 2
/** Answers that wait for a slow reader; its queries then wait too. */
const maxWaiting = 64
/** Pending queries in bytes; beyond this the connection ends. */
const maxHeldBytes = 128 * 1_024

/** The messages of one TCP connection, answered in order: RFC 7766. */
export class Connection {
  /** When it last sent a complete query, or read an answer. */
  activeAt: number
  private held: Buffer = Buffer.alloc(0)
  private waiting: Iterator<Buffer>[] = []
  private unsent: Buffer | null = null
  private hasEnded = false

  constructor(
    private readonly socket: Socket<unknown>,
    readonly address: string,
    private readonly responder: Responder,
    private readonly now: () => number,
  ) {
    this.activeAt = now()
  }

  receive(chunk: Buffer): void {
    this.held = this.held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.held, chunk])
    this.proceed()
    if (this.held.length > maxHeldBytes) this.socket.terminate()
  }

  /** It sends no more queries, and is closed after its last answer. */
  end(): void {
    this.hasEnded = true
    this.proceed()
  }

  /** Processes as many queries and answers as fit; called whenever there is room. */
  proceed(): void {
    this.takeQuestions()
    while (this.send()) this.takeQuestions()
    if (this.hasEnded && this.waiting.length === 0 && !this.unsent) this.socket.end()
  }

  private takeQuestions(): void {
    while (this.waiting.length < maxWaiting && this.held.length >= lengthBytes) {
      const end = lengthBytes + this.held.readUInt16BE()
      if (this.held.length < end) return
      const message = this.held.subarray(lengthBytes, end)
      this.held = this.held.subarray(end)
      this.activeAt = this.now()
      const answer = this.responder.answer(message, { address: this.address, isTcp: true })
      if (answer instanceof Uint8Array) this.waiting.push([Buffer.from(answer)].values())
      else if (answer) this.waiting.push(answer)
    }
  }

  /** Sends one message, or the rest of one; false when there is none, or no room for it. */
  private send(): boolean {
    const bytes = this.unsent ?? this.next()
    if (!bytes) return false
    const sent = this.socket.write(bytes)
    // The connection has been closed.
    if (sent < 0) return false
    if (sent > 0) this.activeAt = this.now()
    this.unsent = sent < bytes.length ? bytes.subarray(sent) : null
    return this.unsent === null
  }

  private next(): Buffer | null {
    for (;;) {
      const [first] = this.waiting
      if (!first) return null
      const { value, done } = first.next()
      if (done) this.waiting.shift()
      else {
        const head = Buffer.alloc(lengthBytes)
        head.writeUInt16BE(value.length)
        return Buffer.concat([head, value])
      }
    }
  }
}
