import type { Verdict } from './rate.ts'
import type { Responder } from './respond.ts'

export type UdpOptions = {
  host: string
  port: number
  responder: Responder
  judge(address: string): Verdict
  /** Called when answering a message failed. */
  onFailure(error: unknown): void
}

/** Answers each datagram independently. @throws Error of the system when the port is not available */
export async function listenUdp({ host, port, responder, judge, onFailure }: UdpOptions) {
  const socket = await Bun.udpSocket({
    hostname: host,
    port,
    socket: {
      data(socket, message, clientPort, address) {
        const verdict = judge(address)
        if (verdict === 'drop') return
        try {
          const reply =
            verdict === 'truncate'
              ? responder.truncate(message)
              : responder.answer(message, { address, isTcp: false })
          // A datagram that the system rejects is lost, and the client retries.
          if (reply instanceof Uint8Array) socket.send(reply, clientPort, address)
        } catch (error) {
          onFailure(error)
        }
      },
      // The client closed its port before its answer arrived.
      error() {},
    },
  })
  return { port: socket.port, close: () => socket.close() }
}
