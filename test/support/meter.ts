import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a port of loopback that counts bytes. */
export type Meter = { url: string; bytesIn: number; bytesOut: number; stop(): Promise<void> }

/** Listens on a free port and forwards every byte, in both directions. */
export async function startMeter(port: number): Promise<Meter> {
  const sockets = new Set<Socket>()
  const server = createServer((visitor) => {
    const target = connect(port, '127.0.0.1')
    for (const socket of [visitor, target]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        visitor.destroy()
        target.destroy()
        sockets.delete(socket)
      })
    }
    visitor.on('data', (bytes) => {
      meter.bytesIn += bytes.length
      target.write(bytes)
    })
    target.on('data', (bytes) => {
      meter.bytesOut += bytes.length
      visitor.write(bytes)
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the meter does not listen')
  const meter: Meter = {
    url: `http://127.0.0.1:${address.port}`,
    bytesIn: 0,
    bytesOut: 0,
    async stop() {
      for (const socket of sockets) socket.destroy()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
  return meter
}
