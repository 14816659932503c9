import { expect, test } from 'bun:test'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

test('smtp-server has the members that our connections override', () => {
  const members = [
    'init',
    'send',
    'close',
    '_onClose',
    '_setListeners',
    '_createParser',
    '_parseAddressCommand',
  ]
  const commands = ['handler_DATA', 'handler_VRFY']
  const prototype = SMTPConnection.prototype as unknown as Record<string, unknown>
  for (const name of [...members, ...commands])
    expect([name, typeof prototype[name]]).toEqual([name, 'function'])
  const server = SMTPServer.prototype as unknown as Record<string, unknown>
  for (const name of ['connect', '_resolveSNI'])
    expect([name, typeof server[name]]).toEqual([name, 'function'])
})

test('smtp-server parses an address of a command as our connections expect', () => {
  const connection = { _server: { options: {} } } as unknown as SMTPConnection
  const parse = SMTPConnection.prototype._parseAddressCommand.bind(connection)
  expect(parse('MAIL FROM', 'MAIL FROM:<ann@example.com> SIZE=10')).toMatchObject({
    address: 'ann@example.com',
    args: { SIZE: '10' },
  })
  expect(parse('MAIL FROM', 'MAIL FROM:ann')).toBe(false)
})
