import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { checkConnection, doubtConnection, isConnectionLost } from '../../lib/calls/connection.ts'
import { callRest } from '../../lib/calls/rest.ts'
import { ConnectionBanner } from './connection-banner.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(async () => {
  await act(() => server.restore())
})

const text = 'Connection lost, retrying'
const show = () => render(<ConnectionBanner />)
const call = () => act(() => callRest('GET', '/api/user').catch(() => undefined))

test('a call without a response shows the banner in a status region, and it disappears when the server answers', async () => {
  show()
  expect(screen.getByRole('status').textContent).toBe('')
  server.isThere = false
  await call()
  await screen.findByText(text)
  server.isThere = true
  await act(async () => void (await checkConnection()))
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Connected again')
})

test('retries the server automatically until it answers', async () => {
  show()
  server.isThere = false
  await call()
  await screen.findByText(text)
  server.isThere = true
  // The first check after a loss follows within a second.
  await screen.findByText('Connected again', {}, { timeout: 5_000 })
})

test('a refusal is not a lost connection, not even one by an overloaded server', async () => {
  show()
  server.answer = () => Response.json({ message: 'The portal is busy.' }, { status: 503 })
  await call()
  expect(isConnectionLost()).toBe(false)
  expect(server.asked).toEqual(['/api/user'])
})

test('after a proxy error the server is checked, and the connection is lost only if the server is silent', async () => {
  show()
  server.answer = () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  await call()
  expect(server.asked).toEqual(['/api/user', '/health'])
  expect(screen.queryByText(text)).toBeNull()
})

test('a hidden tab does not check the server until it is shown', async () => {
  const hide = (hidden: boolean) =>
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
  show()
  server.isThere = false
  await act(async () => doubtConnection())
  await screen.findByText(text)
  hide(true)
  server.asked = []
  await Bun.sleep(1_200)
  expect(server.asked).toEqual([])
  server.isThere = true
  hide(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('Connected again')
})
