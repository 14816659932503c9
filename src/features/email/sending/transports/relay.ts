import { handOver, knock } from './hand-over.ts'
import type { Transport } from './transport.ts'

/** Mail of customers leaves through the SMTP server of `url` (`smtp://user:password@host:port`, or smtps). */
export function createRelay(url: string, name: () => string): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const door = () => ({
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
    send: (_, letter) => handOver(letter, door()),
    check: () =>
      knock(door()).then(
        () => ({ isHealthy: true, version: null, message: null }),
        () => ({
          isHealthy: false,
          version: null,
          message: 'The mail server does not answer; mail of customers waits in the queue.',
        }),
      ),
  }
}
