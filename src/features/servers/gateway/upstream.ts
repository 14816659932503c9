import { connect, type Socket } from 'node:net'

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

/** A connection to the web server of one service. */
export class Upstream {
  readonly socket: Socket
  user: UpstreamUser | null
  /** Whether it has carried a request before. */
  isReused = false
  isConnected = false
  idleSince = 0
  #isEnded = false

  constructor(path: string, user: UpstreamUser, forget: (upstream: Upstream) => void) {
    this.user = user
    this.socket = connect({ path })
    this.socket.on('connect', () => {
      this.isConnected = true
      this.user?.connected()
    })
    this.socket.on('data', (bytes: Buffer) => {
      // Nobody asked: whatever it is, the next request must not get it.
      if (this.user === null) this.socket.destroy()
      else this.user.received(bytes)
    })
    this.socket.on('drain', () => this.user?.drained())
    this.socket.on('end', () => {
      this.#isEnded = true
    })
    // What there is to say of it is said when it is closed.
    this.socket.on('error', () => {
      this.#isEnded = false
    })
    this.socket.on('close', (hadError: boolean) => {
      forget(this)
      const { user } = this
      this.user = null
      user?.closed(this.#isEnded && !hadError)
    })
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
      if (others.length >= maxIdle) return void upstream.socket.destroy()
      upstream.idleSince = performance.now()
      upstream.socket.resume()
      others.push(upstream)
      idle.set(path, others)
    },
    look(now) {
      for (const upstreams of [...idle.values()])
        for (const { socket, idleSince } of upstreams) if (now - idleSince > idleMs) socket.destroy()
    },
    close() {
      for (const upstreams of [...idle.values()]) for (const { socket } of upstreams) socket.destroy()
    },
  }
}
