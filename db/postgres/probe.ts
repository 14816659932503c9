import { connect } from 'node:net'
import { findHostProblem } from '#server/system/host-lookup.ts'

// SSLRequest: PostgreSQL answers it with one letter before anything else (its protocol, "SSL Session Encryption").
const question = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f)
// Yes, no, and an error, which the oldest servers answer.
const answers = ['S', 'N', 'E']
const patienceMs = 5_000

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there; check host and port, and that the server runs',
  EHOSTUNREACH: 'its host is unreachable from this machine; check the host, and the network',
  ENETUNREACH: 'its host is unreachable from this machine; check the host, and the network',
}

/** Probes the server at the address, for which a PostgreSQL client would wait much longer; returns the problem, or null. */
export async function findStranger(hostname: string, port: number): Promise<string | null> {
  const stranger = await probe(hostname, port)
  if (stranger === null) return null
  const problem = await findHostProblem(hostname)
  return problem === null ? stranger : `${problem}; check the host, and this machine's name servers`
}

function probe(hostname: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({ host: hostname, port })
  let isOpen = false
  socket.setTimeout(patienceMs, () =>
    resolve(
      isOpen
        ? 'the server there does not answer like PostgreSQL; check host and port'
        : `the server there does not answer within ${patienceMs / 1_000} seconds; check host and port, and firewalls on the way`,
    ),
  )
  socket.once('connect', () => {
    isOpen = true
    socket.write(question)
  })
  const isPostgres = (bytes: Buffer) => bytes.length > 0 && answers.includes(bytes.toString('latin1', 0, 1))
  socket.once('data', (bytes: Buffer) =>
    resolve(isPostgres(bytes) ? null : 'the server there is not PostgreSQL; check host and port'),
  )
  socket.once('error', (error: NodeJS.ErrnoException) =>
    resolve(unreachable[error.code ?? ''] ?? `it cannot be reached (${error.code}); check host and port`),
  )
  socket.once('close', () => resolve('the server there closes the connection; check host and port'))
  return promise.finally(() => socket.destroy())
}
