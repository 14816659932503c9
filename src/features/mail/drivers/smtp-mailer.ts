import { createTransport } from 'nodemailer'
import { findHostProblem } from '#server/system/host-lookup.ts'
import { type Mailer, NotHandedOver } from './mailer.ts'
import { toMessage } from './message.ts'

const patienceMs = 15_000

/** Sends mails to the SMTP server of `url` (`smtp://user:password@host:port`, or smtps). */
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
      try {
        await transport.sendMail(toMessage(mail))
      } catch (error) {
        const problem = await findHostProblem(hostname)
        throw problem === null ? error : new NotHandedOver(`SMTP_URL: ${problem}.`)
      }
    },
    check: () =>
      transport.verify().then(
        () => ({ isHealthy: true, version: null, message: null }),
        async () => {
          const problem = await findHostProblem(hostname)
          const reason = problem === null ? 'The mail server does not answer' : `SMTP_URL: ${problem}`
          return { isHealthy: false, version: null, message: `${reason}; mails wait in the outbox.` }
        },
      ),
    stop: async () => transport.close(),
  }
}
