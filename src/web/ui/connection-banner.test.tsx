import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { checkConnection, doubtConnection, isConnectionLost } from '#web/lib/connection.ts'
import { callRest } from '#web/lib/rest.ts'
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

test('a call without an answer shows the banner in a status region, and it goes by itself', async () => {
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

test('it is asked for again by itself until it answers', async () => {
  show()
  server.isThere = false
  await call()
  await screen.findByText(text)
  server.isThere = true
  // The first question after a loss comes within a second.
  await screen.findByText('Connected again', {}, { timeout: 5_000 })
})

test('a refusal is no lost connection, not even that of a server that is too busy', async () => {
  show()
  server.answer = () => Response.json({ message: 'The portal is busy.' }, { status: 503 })
  await call()
  expect(isConnectionLost()).toBe(false)
  expect(server.asked).toEqual(['/api/user'])
})

test('a proxy that cannot reach the server is doubted, and believed only if the server is silent', async () => {
  show()
  server.answer = () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  await call()
  expect(server.asked).toEqual(['/api/user', '/health'])
  expect(screen.queryByText(text)).toBeNull()
})

test('a hidden tab asks nothing again until somebody looks at it', async () => {
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
