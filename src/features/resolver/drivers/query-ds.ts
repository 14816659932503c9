import { isIPv6 } from 'node:net'
import { readDsAnswer, writeDsQuestion } from './ds-query.ts'

const dnsPort = 53

/** The address and port of a resolver in node:dns notation: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
function placeOf(server: string): { address: string; port: number } {
  if (isIPv6(server)) return { address: server, port: dnsPort }
  const [, six, four = '', port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? []
  return { address: six ?? four, port: port === undefined ? dnsPort : Number(port) }
}

/**
 * Asks one resolver whether a name has DS records. Returns `servers` when the name's servers failed, and `resolver` when it gave
 * no valid answer after `tries` times `timeoutMs`.
 */
export async function queryDs(
  server: string,
  name: string,
  { timeoutMs, tries }: { timeoutMs: number; tries: number },
): Promise<boolean | 'servers' | 'resolver'> {
  const { address, port } = placeOf(server)
  const question = writeDsQuestion(name)
  const { promise, resolve } = Promise.withResolvers<boolean | 'servers' | 'resolver'>()
  const socket = await Bun.udpSocket({
    connect: { hostname: address, port },
    socket: {
      data(_, message) {
        const said = readDsAnswer(question, message)
        if (said !== null) resolve(said)
      },
      // No server listens there.
      error: () => resolve('resolver'),
    },
  })
  const timers = Array.from({ length: tries }, (_, at) =>
    setTimeout(() => socket.send(question.message), at * timeoutMs),
  )
  timers.push(setTimeout(() => resolve('resolver'), tries * timeoutMs))
  try {
    return await promise
  } finally {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  }
}
