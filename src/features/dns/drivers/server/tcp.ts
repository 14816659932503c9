import type { Socket } from 'bun'
import { limiterKey } from '#shared/address.ts'
import { second } from '#shared/time.ts'
import { Connection } from './connection.ts'
import type { Responder } from './respond.ts'

export type TcpLimits = {
  /** Idle timeout of a connection. */
  idleMs: number
  /** In total; beyond this a new connection replaces the one that was idle for longest. */
  connections: number
  /** Per address; further ones are closed. */
  perAddress: number
}

export const tcpLimits: TcpLimits = { idleMs: 10 * second, connections: 256, perAddress: 16 }

export type TcpOptions = {
  host: string
  port: number
  responder: Responder
  limits: TcpLimits
  onFailure(error: unknown): void
}

/** Serves connections with several queries each. @throws Error of the system when the port is not available */
export function listenTcp({ host, port, responder, limits, onFailure }: TcpOptions) {
  const open = new Map<Socket<unknown>, Connection>()
  const now = () => performance.now()

  const admit = (socket: Socket<unknown>): void => {
    const address = socket.remoteAddress
    const own = [...open.values()].filter((each) => limiterKey(each.address) === limiterKey(address))
    if (own.length >= limits.perAddress) return void socket.terminate()
    if (open.size >= limits.connections) {
      const [idlest] = [...open].sort(([, a], [, b]) => a.activeAt - b.activeAt)
      idlest?.[0].terminate()
    }
    open.set(socket, new Connection(socket, address, responder, now))
  }
  const attempt = (socket: Socket<unknown>, work: (connection: Connection) => void): void => {
    const connection = open.get(socket)
    if (!connection) return
    try {
      work(connection)
    } catch (error) {
      socket.terminate()
      onFailure(error)
    }
  }
  const listener = Bun.listen({
    hostname: host,
    port,
    allowHalfOpen: true,
    socket: {
      open: admit,
      data: (socket, chunk) => attempt(socket, (connection) => connection.receive(chunk)),
      drain: (socket) => attempt(socket, (connection) => connection.proceed()),
      end: (socket) => attempt(socket, (connection) => connection.end()),
      close: (socket) => void open.delete(socket),
      error: (socket) => void socket.terminate(),
    },
  })
  const sweep = () => {
    for (const [socket, { activeAt }] of open) if (now() - activeAt > limits.idleMs) socket.terminate()
  }
  const timer = setInterval(sweep, Math.min(second, limits.idleMs))
  return {
    port: listener.port,
    get connections() {
      return open.size
    },
    close() {
      clearInterval(timer)
      listener.stop(true)
    },
  }
}
