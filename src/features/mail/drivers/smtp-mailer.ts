import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'
import { toMessage } from './message.ts'

const patienceMs = 15_000

/** Hands mails to the SMTP server of `url` (`smtp://user:password@host:port`, or smtps). */
export function createSmtpMailer(url: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  return {
    name: `SMTP ${hostname}`,
    mode: 'remote',
    async send(mail) {
      await transport.sendMail(toMessage(mail))
    },
    check: () =>
      transport.verify().then(
        () => ({ isHealthy: true, version: null, message: null }),
        () => ({
          isHealthy: false,
          version: null,
          message: 'The mail server does not answer; mails wait in the outbox.',
        }),
      ),
    stop: async () => transport.close(),
  }
}
