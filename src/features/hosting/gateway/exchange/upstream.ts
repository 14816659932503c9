import type { Socket } from 'bun'
import { Line, type LineUser, lineHandlers } from '#server/system/line.ts'

/** Who uses a connection to a web server at the moment. */
export interface UpstreamUser extends LineUser {
  /** A new connection stands. */
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
    // Nobody asked: whatever it is, the next request must not get it.
    if (this.user === null) this.destroy()
    else this.user.received(bytes)
  }

  override closed(isClean: boolean): void {
    this.#forget(this)
    super.closed(isClean)
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
