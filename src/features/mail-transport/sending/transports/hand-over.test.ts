import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { SMTPServer } from 'smtp-server'

let server: SMTPServer
let received: { from: string; to: string[]; content: string; user: string | undefined }[]
let connection: SMTPConnection
beforeEach(async () => {
  received = []
  server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('No.')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('Nobody.'), { responseCode: 550 }) : null),
    async onData(stream, { envelope: { mailFrom, rcptTo }, user }, done) {
      const content = await Readable.from(stream).toArray()
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        content: Buffer.concat(content).toString(),
        user,
      })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  connection = new SMTPConnection({ host: '127.0.0.1', port, name: 'portal.example', opportunisticTLS: true })
})
afterEach(async () => {
  connection.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const connect = () =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
const login = (pass: string) =>
  new Promise<Error | null>((resolve) =>
    connection.login({ user: 'ann', pass }, (error) => resolve(error ?? null)),
  )
const send = (from: string | false, to: string) =>
  new Promise<Error | null>((resolve) =>
    connection.send(
      { from, to, size: 20, use8BitMime: true },
      Readable.from(['Subject: a\r\n\r\nText\r\n']),
      (error) => resolve(error),
    ),
  )

test('nodemailer’s connection sends a stream after a login, and ends when it quits', async () => {
  await connect()
  expect(await login('right')).toBeNull()
  expect(await send('ann@example.com', 'bob@example.com')).toBeNull()
  expect(received).toEqual([
    {
      from: 'ann@example.com',
      to: ['bob@example.com'],
      content: 'Subject: a\r\n\r\nText\r\n',
      user: 'ann',
    },
  ])
  const ended = new Promise<void>((resolve) => connection.once('end', resolve))
  connection.quit()
  await ended
})

test('nodemailer’s connection sends without a sender', async () => {
  await connect()
  expect(await send(false, 'bob@example.com')).toBeNull()
  expect(received.map(({ from }) => from)).toEqual([''])
})

test('nodemailer’s connection reports a rejection by code and reply', async () => {
  await connect()
  expect(await send('ann@example.com', 'nobody@example.com')).toMatchObject({
    code: 'EENVELOPE',
    responseCode: 550,
    response: expect.stringMatching(/^550[ -].*Nobody\./),
  })
})

test('nodemailer’s connection reports a rejected login', async () => {
  await connect()
  expect(await login('wrong')).toMatchObject({ code: 'EAUTH', responseCode: 535 })
})

test('nodemailer’s connection emits the error of a server that does not answer', async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await expect(connect()).rejects.toMatchObject({ code: 'ESOCKET' })
})
