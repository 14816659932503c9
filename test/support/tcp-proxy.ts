import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a local server that can be cut and restored, like a failing network or server. */
export type TcpProxy = { port: number; cut(): void; mend(): void; close(): Promise<void> }

/** Listens on a free port of loopback and forwards every connection to `port`; while cut, it closes them immediately. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  const endAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      endAll()
      server.close()
    },
  }
}
