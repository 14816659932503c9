import { findHostProblem } from '#server/system/host-lookup.ts'
import { handOver, probe } from './hand-over.ts'
import { Refusal, type Transport } from './transport.ts'

/** Sends customer mail through the SMTP server of `url` (`smtp://user:password@host:port`, or smtps). */
export function createRelay(url: string, name: () => string): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const endpoint = () => ({
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    name: name(),
    ...(username
      ? { login: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
  })
  return {
    name: `SMTP ${hostname}`,
    mode: 'remote',
    way: 'relay',
    async send(_, letter) {
      try {
        await handOver(letter, endpoint())
      } catch (error) {
        if (error instanceof Refusal && error.isFinal) throw error
        const problem = await findHostProblem(hostname)
        throw problem === null
          ? error
          : new Refusal(false, '4.4.3', `The mail server cannot be reached: ${problem}.`)
      }
    },
    check: () =>
      probe(endpoint()).then(
        () => ({ isHealthy: true, version: null, message: null }),
        async () => {
          const problem = await findHostProblem(hostname)
          const reason = problem === null ? 'The mail server does not answer' : `SMTP_URL: ${problem}`
          return {
            isHealthy: false,
            version: null,
            message: `${reason}; customer mail waits in the queue.`,
          }
        },
      ),
  }
}
