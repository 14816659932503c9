import type { Socket, SocketHandler } from 'bun'

/** The current user of a connection. */
export interface LineUser {
  received(bytes: Buffer): void
  /** All waiting bytes have been sent. */
  drained(): void
  /** The peer sends no more; called only where that does not close the connection. */
  ended?(): void
  /** The connection is closed; `isClean` when a side ended it after its last byte. */
  closed(isClean: boolean): void
}

const nothing = Buffer.alloc(0)

/** A connection without a stream around it, which would cost more than all other work on its bytes. */
export class Line {
  user: LineUser | null
  /** Whether it was ever connected. */
  isConnected = false
  #socket: Socket<Line> | null = null
  /** Bytes that the system has not accepted yet. */
  #waiting: Buffer = nothing
  #isEnding = false
  #isEnded = false
  #isClosed = false

  constructor(user: LineUser | null = null) {
    this.user = user
  }

  get destroyed(): boolean {
    return this.#isClosed
  }

  get remoteAddress(): string | undefined {
    return this.#socket?.remoteAddress
  }

  get writableLength(): number {
    return this.#waiting.length
  }

  /** False when the peer reads more slowly than data arrives; `drained` is called once it has caught up. */
  write(data: Buffer | string): boolean {
    if (this.#isClosed || this.#isEnding) return true
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    if (this.#waiting.length === 0) return this.#send(bytes)
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    return false
  }

  #send(bytes: Buffer): boolean {
    const taken = Math.max(0, this.#socket?.write(bytes) ?? 0)
    this.#waiting = taken < bytes.length ? bytes.subarray(taken) : nothing
    return taken === bytes.length
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** Accepts no more data, and closes after sending what was accepted before. */
  end(): void {
    this.#isEnding = true
    if (this.#waiting.length > 0) return
    if (this.#isEnded) this.destroy()
    else this.#socket?.shutdown()
  }

  /** Closes the connection immediately; data that the system has accepted still arrives. */
  destroy(): void {
    this.#isClosed = true
    this.#socket?.close()
  }

  opened(socket: Socket<Line>): void {
    this.#socket = socket
    this.isConnected = true
    if (this.#isClosed) this.destroy()
  }

  received(bytes: Buffer): void {
    this.user?.received(bytes)
  }

  drained(): void {
    if (this.#waiting.length === 0 || !this.#send(this.#waiting)) return
    if (this.#isEnding) this.end()
    this.user?.drained()
  }

  ended(): void {
    this.#isEnded = true
    this.user?.ended?.()
  }

  closed(isClean: boolean): void {
    if (this.#isClosed && this.#socket === null) return
    this.#isClosed = true
    this.#socket = null
    this.#waiting = nothing
    const { user } = this
    this.user = null
    user?.closed(isClean && (this.#isEnded || this.#isEnding))
  }
}

/** Forwards the socket's events to its line. */
export const lineHandlers: SocketHandler<Line> = {
  data: ({ data: line }, bytes) => line.received(bytes),
  drain: ({ data: line }) => line.drained(),
  end: ({ data: line }) => line.ended(),
  // Our own errors close only this connection.
  error: ({ data: line }) => line.destroy(),
  close: ({ data: line }, error) => line.closed(!error),
}
