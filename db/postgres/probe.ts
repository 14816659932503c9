import { connect } from 'node:net'
import { findHostProblem } from '#server/system/host-lookup.ts'

// SSLRequest: PostgreSQL answers it with one letter before anything else (its protocol, "SSL Session Encryption").
const question = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f)
// Yes, no, and an error, which the oldest servers answer.
const answers = ['S', 'N', 'E']
const patienceMs = 5_000

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there; check host and port, and that the server runs',
  EHOSTUNREACH: 'there is no way to its host from this machine; check the host, and the network',
  ENETUNREACH: 'there is no way to its host from this machine; check the host, and the network',
}

/**
 * Probes what listens at the address, for which a PostgreSQL client would wait much longer; returns what is wrong, or
 * null.
 */
export async function findStranger(hostname: string, port: number): Promise<string | null> {
  const stranger = await probe(hostname, port)
  if (stranger === null) return null
  const problem = await findHostProblem(hostname)
  return problem === null ? stranger : `${problem}; check the host, and the name servers of this machine`
}

function probe(hostname: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({ host: hostname, port })
  let isOpen = false
  socket.setTimeout(patienceMs, () =>
    resolve(
      isOpen
        ? 'what listens there does not answer as PostgreSQL does; check host and port'
        : `there is no answer within ${patienceMs / 1_000} seconds; check host and port, and firewalls on the way`,
    ),
  )
  socket.once('connect', () => {
    isOpen = true
    socket.write(question)
  })
  const isPostgres = (bytes: Buffer) => bytes.length > 0 && answers.includes(bytes.toString('latin1', 0, 1))
  socket.once('data', (bytes: Buffer) =>
    resolve(isPostgres(bytes) ? null : 'what listens there is not PostgreSQL; check host and port'),
  )
  socket.once('error', (error: NodeJS.ErrnoException) =>
    resolve(unreachable[error.code ?? ''] ?? `it cannot be reached (${error.code}); check host and port`),
  )
  socket.once('close', () => resolve('what listens there closes the connection; check host and port'))
  return promise.finally(() => socket.destroy())
}
