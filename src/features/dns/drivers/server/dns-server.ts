import { createRateLimit } from './rate.ts'
import { createResponder, type ResponderOptions } from './respond.ts'
import { listenTcp, type TcpLimits, tcpLimits } from './tcp.ts'
import { listenUdp } from './udp.ts'

export type DnsServerOptions = ResponderOptions & {
  host: string
  /** 0 picks a free one. */
  port: number
  /** Per network; 0 means no limit. */
  answersPerSecond: number
  limits?: TcpLimits
  onFailure(error: unknown): void
}

export interface DnsServer {
  readonly port: number
  /** Open TCP connections. */
  readonly connections: number
  close(): void
}

const attempts = 10

/** The same port for UDP and TCP: the system picks one for the first, which may be taken for the other. */
async function listenBoth(options: Parameters<typeof listenTcp>[0] & Parameters<typeof listenUdp>[0]) {
  for (let attempt = 1; ; attempt += 1) {
    const tcp = listenTcp(options)
    try {
      return { tcp, udp: await listenUdp({ ...options, port: tcp.port }) }
    } catch (error) {
      tcp.close()
      if (options.port !== 0 || attempt === attempts) throw error
    }
  }
}

/** Serves the zones over UDP and TCP until it is closed. @throws Error of the system when the port is not available */
export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const { host, port, answersPerSecond, limits = tcpLimits, onFailure } = options
  const responder = createResponder(options)
  const judge = createRateLimit(answersPerSecond, () => performance.now() / 1_000)
  const { tcp, udp } = await listenBoth({ host, port, responder, judge, limits, onFailure })
  return {
    port: tcp.port,
    get connections() {
      return tcp.connections
    },
    close() {
      tcp.close()
      udp.close()
    },
  }
}
