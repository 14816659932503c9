import { expect, test } from 'bun:test'
import { databaseTypes } from '#features/engines/contract/kinds.ts'
import { connectionStrings, passwordPlaceholder } from './connection-strings.ts'

const connection = { host: '127.0.0.1', port: 54_321, database: 'abc1234_shop', username: 'abc1234_clerk' }

test('every client gets the host, the port, the engine names and a password placeholder', () => {
  for (const dbType of databaseTypes) {
    const strings = connectionStrings({ dbType, connection })
    expect(strings.length).toBeGreaterThan(3)
    for (const { text } of strings)
      for (const part of ['127.0.0.1', '54321', 'abc1234_shop', 'abc1234_clerk']) expect(text).toContain(part)
    // The first is a command, which prompts for the password.
    for (const { text } of strings.slice(1)) expect(text).toContain(passwordPlaceholder)
  }
})

test('a URI has the parts that a client of its engine reads', () => {
  const texts = databaseTypes.map((dbType) => connectionStrings({ dbType, connection })[1]?.text ?? '')
  const urls = texts.map((text) => new URL(text))
  expect(urls.map(({ protocol }) => protocol)).toEqual(['mysql:', 'postgresql:', 'mongodb:'])
  for (const url of urls)
    expect([url.hostname, url.port, url.pathname, url.username, url.password]).toEqual([
      '127.0.0.1',
      '54321',
      '/abc1234_shop',
      'abc1234_clerk',
      passwordPlaceholder,
    ])
})

test('an IPv6 address is in brackets in a URI', () => {
  const [, uri] = connectionStrings({ dbType: 'postgresql', connection: { ...connection, host: '::1' } })
  expect(uri?.text).toContain('@[::1]:54321/')
})

test('there are no strings for a database whose engine has not run once', () => {
  expect(
    connectionStrings({ dbType: 'mysql', connection: { ...connection, host: null, port: null } }),
  ).toEqual([])
})
