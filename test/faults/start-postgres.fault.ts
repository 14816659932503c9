import { afterAll, beforeAll, test } from 'bun:test'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { cannot, password, refusesAddress } from './start-postgres-stage.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startEmbeddedPostgres()
})
afterAll(() => postgres.stop())

/** The server’s address with changes. */
function address(change: (url: URL) => void): string {
  const url = new URL(postgres.url)
  change(url)
  return url.href
}

test('a database that does not exist on the server is reported by name', () =>
  refusesAddress(
    address((url) => {
      url.pathname = '/nowhere'
    }),
    cannot('it has no database "nowhere"; create it'),
  ))

test('a wrong password or user is reported, and the password is not shown', async () => {
  const wrong = (username: string) =>
    address((url) => {
      url.username = username
      url.password = password
    })
  await refusesAddress(
    wrong('portal'),
    cannot('it does not accept the user "portal" with this password; check both'),
  )
  await refusesAddress(wrong('stranger'), cannot('it does not accept the user "stranger" with this password'))
})

test('with no listener at the address, the report says to check host and port', () =>
  refusesAddress(
    `postgres://u:${password}@127.0.0.1:1/portal`,
    cannot('nothing listens there; check host and port'),
  ))
