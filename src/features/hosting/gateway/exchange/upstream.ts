import type { Socket } from 'bun'
import { Line, type LineUser, lineHandlers } from '#server/system/line.ts'

/** The current user of a connection to a web server. */
export interface UpstreamUser extends LineUser {
  /** A new connection is established. */
  connected(): void
}

/** A connection to the web server of one service. */
export class Upstream extends Line {
  declare user: UpstreamUser | null
  /** Whether it has carried a request before. */
  isReused = false
  idleSince = 0
  readonly #forget: (upstream: Upstream) => void

  constructor(path: string, user: UpstreamUser, forget: (upstream: Upstream) => void) {
    super(user)
    this.#forget = forget
    // The caller gets the connection before it can fail.
    const failed = () => queueMicrotask(() => this.closed(false))
    const open = (socket: Socket<Line>) => {
      this.opened(socket)
      if (!this.destroyed) this.user?.connected()
    }
    const socket = { ...lineHandlers, open, connectError: failed }
    void Bun.connect<Line>({ unix: path, data: this, socket }).catch(failed)
  }

  override received(bytes: Buffer): void {
    // Unsolicited data: it must not reach the next request.
    if (this.user === null) this.destroy()
    else this.user.received(bytes)
  }

  override closed(isClean: boolean): void {
    this.#forget(this)
    super.closed(isClean)
  }
}

/** Idle connections per web server, and their idle time: shorter than that of any web server. */
const maxIdle = 64
const idleMs = 10_000

/** Connections to web servers, by socket path. */
export interface Pool {
  /** An idle connection, else a new one; `isFresh` requires a new one. */
  take(path: string, user: UpstreamUser, isFresh: boolean): Upstream
  /** Returns a connection for the next request; its last answer has ended to the byte. */
  giveBack(path: string, upstream: Upstream): void
  /** Closes connections that are idle for too long at `now`, in ms of the performance clock. */
  look(now: number): void
  /** Closes all idle connections. */
  close(): void
}

/** An empty pool. */
export function createPool(): Pool {
  const idle = new Map<string, Upstream[]>()
  const forget = (path: string, upstream: Upstream) => {
    const remaining = (idle.get(path) ?? []).filter((each) => each !== upstream)
    if (remaining.length > 0) idle.set(path, remaining)
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
