import type { Socket, SocketHandler } from 'bun'

/** Who a connection belongs to at the moment. */
export interface LineUser {
  received(bytes: Buffer): void
  /** What waited has been taken. */
  drained(): void
  /** The other side sends no more; only where that does not end the connection by itself. */
  ended?(): void
  /** The connection is gone; `isClean` when a side ended it after its last byte. */
  closed(isClean: boolean): void
}

const nothing = Buffer.alloc(0)

/** A connection without a stream around it, which would cost more than all that is done with its bytes here. */
export class Line {
  user: LineUser | null
  /** Whether it ever stood. */
  isConnected = false
  #socket: Socket<Line> | null = null
  /** What the system did not take yet. */
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

  /** False when the other side does not take it as fast as it comes; `drained` is called once it has. */
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

  /** Nothing is written any more; what was is sent whole. */
  end(): void {
    this.#isEnding = true
    if (this.#waiting.length > 0) return
    if (this.#isEnded) this.destroy()
    else this.#socket?.shutdown()
  }

  /** The connection ends now; what the system has taken still arrives. */
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

/** What the system says of a connection, whose data is its line. */
export const lineHandlers: SocketHandler<Line> = {
  data: ({ data: line }, bytes) => line.received(bytes),
  drain: ({ data: line }) => line.drained(),
  end: ({ data: line }) => line.ended(),
  // A fault of ours ends one connection, not all.
  error: ({ data: line }) => line.destroy(),
  close: ({ data: line }, error) => line.closed(!error),
}
