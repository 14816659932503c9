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

/** Answers datagrams, each by itself. @throws Error of the system when the port cannot be had */
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
          // What the system does not take is lost, as a datagram may be: the client asks again.
          if (reply instanceof Uint8Array) socket.send(reply, clientPort, address)
        } catch (error) {
          onFailure(error)
        }
      },
      // A client that closed its port before its answer came.
      error() {},
    },
  })
  return { port: socket.port, close: () => socket.close() }
}
