import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as startTls } from 'node:tls'

type SmtpAnswer = { code: number; text: string }

/** An SMTP client that sends any bytes, valid or not. */
export interface SmtpClient {
  /** Sends a line with its line end, and waits for the answer. */
  say(line: string): Promise<SmtpAnswer>
  /** Sends bytes unchanged. */
  write(bytes: string | Uint8Array): void
  /** The next answer; code 0 when the connection has ended. */
  next(): Promise<SmtpAnswer>
  /** EHLO, MAIL, RCPT and DATA; returns the first refusal, else the answer to the message. */
  send(message: SentMail): Promise<SmtpAnswer>
  end(): void
}

export type SentMail = { from?: string; to: string | string[]; raw: string; parameters?: string }

const complete = /^(?:\d{3}-[^\n]*\r\n)*(\d{3})(?: [^\n]*)?\r\n/

function speak(socket: Socket): SmtpClient {
  let received = ''
  let hasEnded = false
  let wake = () => {}
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    wake()
  })
  for (const event of ['close', 'error', 'end'])
    socket.on(event, () => {
      hasEnded = true
      wake()
    })
  const next = async (): Promise<SmtpAnswer> => {
    for (;;) {
      const [text, code] = complete.exec(received) ?? []
      if (text !== undefined) {
        received = received.slice(text.length)
        return { code: Number(code), text: text.trimEnd() }
      }
      if (hasEnded) return { code: 0, text: '' }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return next()
  }
  return {
    say,
    next,
    write: (bytes) => void socket.write(bytes),
    async send({ from = 'stranger@far.test', to, raw, parameters = '' }) {
      const lines = [
        'EHLO far.test',
        `MAIL FROM:<${from}>${parameters}`,
        ...[to].flat().map((each) => `RCPT TO:<${each}>`),
        'DATA',
      ]
      for (const line of lines) {
        const answer = await say(line)
        if (answer.code >= 400 || answer.code === 0) return answer
      }
      const stuffed = raw.replace(/^\./gm, '..')
      socket.write(`${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}.\r\n`)
      return next()
    },
    end: () => void socket.destroy(),
  }
}

async function greet(socket: Socket): Promise<SmtpClient> {
  const client = speak(socket)
  const greeting = await client.next()
  if (greeting.code !== 220) throw new Error(`no greeting: ${greeting.text}`)
  return client
}

/** A connection to a port of loopback, after the greeting; from another loopback address when one is given. */
export async function openSmtp(
  port: number,
  { isGreeted = true, localAddress = '127.0.0.1' } = {},
): Promise<SmtpClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  return isGreeted ? greet(socket) : speak(socket)
}

/** The same after STARTTLS, without checking the certificate. */
export async function openSecureSmtp(port: number): Promise<SmtpClient> {
  const socket = connect(port, '127.0.0.1')
  const client = await greet(socket)
  await client.say('EHLO far.test')
  const answer = await client.say('STARTTLS')
  if (answer.code !== 220) throw new Error(`no TLS: ${answer.text}`)
  socket.removeAllListeners('data')
  const secured = startTls({ socket, rejectUnauthorized: false, servername: 'mail.test' })
  const secure = speak(secured)
  await once(secured, 'secureConnect')
  return secure
}

/** A message with the standard headers. */
export const mailFrom = (from: string, fields: string[] = [], body = 'Hello.\r\n'): string =>
  [
    `From: ${from}`,
    'To: somebody@example.test',
    `Message-ID: <${crypto.randomUUID()}@far.test>`,
    'Date: Fri, 20 Nov 2026 06:30:00 +0000',
    ...(fields.some((field) => /^subject:/i.test(field)) ? [] : ['Subject: Greetings']),
    ...fields,
    '',
    body,
  ].join('\r\n')
