import type { Socket } from 'bun'

/** Who uses a connection to a web server at the moment. */
export interface UpstreamUser {
  /** A new connection stands. */
  connected(): void
  received(bytes: Buffer): void
  /** The web server takes more. */
  drained(): void
  /** The connection is gone; `isClean` when the web server ended it after its last byte. */
  closed(isClean: boolean): void
}

const nothing = Buffer.alloc(0)

/** A connection to the web server of one service. */
export class Upstream {
  user: UpstreamUser | null
  /** Whether it has carried a request before. */
  isReused = false
  isConnected = false
  idleSince = 0
  readonly #forget: (upstream: Upstream) => void
  #socket: Socket | null = null
  #isEnded = false
  #isClosed = false
  /** What the system did not take yet. */
  #waiting: Buffer = nothing

  constructor(path: string, user: UpstreamUser, forget: (upstream: Upstream) => void) {
    this.user = user
    this.#forget = forget
    // The caller gets the connection before it can fail.
    const failed = () => queueMicrotask(() => this.#closed(false))
    void Bun.connect({
      unix: path,
      socket: {
        open: (socket) => this.#opened(socket),
        data: (_socket, bytes) => this.#received(bytes),
        drain: () => this.#drained(),
        end: () => {
          this.#isEnded = true
        },
        error: () => {
          this.#isEnded = false
        },
        close: (_socket, error) => this.#closed(this.#isEnded && !error),
        connectError: failed,
      },
    }).catch(failed)
  }

  /** Bytes that wait for the web server to take them. */
  get heldBytes(): number {
    return this.#waiting.length
  }

  /** False when the web server does not take it as fast as it comes; `drained` is called once it has. */
  write(bytes: Buffer): boolean {
    if (this.#isClosed || !this.#socket) return true
    if (this.#waiting.length > 0) {
      this.#waiting = Buffer.concat([this.#waiting, bytes])
      return false
    }
    const taken = Math.max(0, this.#socket.write(bytes))
    if (taken < bytes.length) this.#waiting = bytes.subarray(taken)
    return taken === bytes.length
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** The connection ends now, with whatever was on its way. */
  destroy(): void {
    this.#socket?.terminate()
    if (!this.#socket) this.#isClosed = true
  }

  #opened(socket: Socket): void {
    this.#socket = socket
    if (this.#isClosed) return void socket.terminate()
    this.isConnected = true
    this.user?.connected()
  }

  #received(bytes: Buffer): void {
    // Nobody asked: whatever it is, the next request must not get it.
    if (this.user === null) this.destroy()
    else this.user.received(bytes)
  }

  #drained(): void {
    const waiting = this.#waiting
    this.#waiting = nothing
    if (this.write(waiting)) this.user?.drained()
  }

  #closed(isClean: boolean): void {
    if (this.#isClosed && this.#socket === null) return
    this.#isClosed = true
    this.#socket = null
    this.#forget(this)
    const { user } = this
    this.user = null
    user?.closed(isClean)
  }
}

/** Idle connections kept per web server, and for how long: shorter than any web server keeps them. */
const maxIdle = 64
const idleMs = 10_000

/** Connections to web servers, by the path of their socket. */
export interface Pool {
  /** One that is idle, else a new one, which `isFresh` asks for. */
  take(path: string, user: UpstreamUser, isFresh: boolean): Upstream
  /** Kept for the next request; its last answer has ended to the byte. */
  giveBack(path: string, upstream: Upstream): void
  /** Ends what has been idle for too long at `now`, in ms of the performance clock. */
  look(now: number): void
  /** Ends all that are idle. */
  close(): void
}

/** An empty pool. */
export function createPool(): Pool {
  const idle = new Map<string, Upstream[]>()
  const forget = (path: string, upstream: Upstream) => {
    const left = (idle.get(path) ?? []).filter((each) => each !== upstream)
    if (left.length > 0) idle.set(path, left)
    else idle.delete(path)
  }
  return {
    take(path, user, isFresh) {
      const found = isFresh ? undefined : idle.get(path)?.pop()
      if (!found) return new Upstream(path, user, (upstream) => forget(path, upstream))
      found.user = user
      found.isReused = true
      return found
    },
    giveBack(path, upstream) {
      upstream.user = null
      const others = idle.get(path) ?? []
      if (others.length >= maxIdle) return upstream.destroy()
      upstream.idleSince = performance.now()
      upstream.resume()
      others.push(upstream)
      idle.set(path, others)
    },
    look(now) {
      for (const upstreams of [...idle.values()])
        for (const upstream of upstreams) if (now - upstream.idleSince > idleMs) upstream.destroy()
    },
    close() {
      for (const upstreams of [...idle.values()]) for (const upstream of upstreams) upstream.destroy()
    },
  }
}
