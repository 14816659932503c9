import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { CallProcedure } from '#web/lib/calls/links.ts'
import type { Service } from '../../../contract/contract.ts'
import { restartingMs } from '../server-texts.ts'
import { useServerControl } from './server-control.ts'
import { ServerSettings } from './server-settings.tsx'

const service: Service = {
  id: '0190a000-0000-7000-8000-000000000001',
  status: 'active',
  planId: 'p',
  plan: { id: 'p', name: 'Starter', price: 99 },
  category: { id: 'c', name: 'Web Hosting' },
  name: null,
  domain: 'shop.example.com',
  serverIp: '127.0.0.1',
  autoRestart: true,
  provisioning: null,
  url: null,
  previewUrl: null,
  suspendedReason: null,
  createdAt: '2026-11-21T08:30:00.000Z',
}

const { id } = service
let calls: [path: string, input: unknown][] = []
let domains: { name: string; serviceId: string; challenge: object | null }[]
let tenSeconds: () => void
const realTimeout = globalThis.setTimeout

let server: FakeServer
beforeEach(() => {
  calls = []
  domains = []
  // Dialogs need a page with a server.
  server = fakeServer()
  // The test advances this timer manually.
  globalThis.setTimeout = ((run: () => void, delay?: number) => {
    if (delay !== restartingMs) return realTimeout(run, delay)
    tenSeconds = run
    return 0
  }) as unknown as typeof setTimeout
})
afterEach(async () => {
  globalThis.setTimeout = realTimeout
  await server.restore()
})

function Settings({ changed = {} }: { changed?: Partial<Service> }) {
  return <ServerSettings service={{ ...service, ...changed }} control={useServerControl()} />
}

function open(answer: (path: string) => unknown, changed?: Partial<Service>) {
  const call: CallProcedure = async (path, input) => {
    if (path === 'domains.list') return domains
    calls.push([path, input])
    return answer(path)
  }
  renderWithCalls(<Settings {...(changed ? { changed } : {})} />, call)
}

const refused = (message: string) => {
  throw new ApiError(409, '{}', { message })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a restart shows a toast, and its button says so for 10 s', async () => {
  open(() => ({ status: 'restarting' }))
  await press('Restart')
  await screen.findByText('Server Restart Initiated')
  expect(screen.getByText('Your server is restarting. This may take a few minutes.')).toBeDefined()
  expect(calls).toEqual([['servers.restart', { id }]])
  expect(screen.getByRole('button', { name: 'Restarting…' })).toHaveProperty('disabled', true)
  expect(restartingMs).toBe(10_000)
  act(() => tenSeconds())
  await screen.findByRole('button', { name: 'Restart' })
})

test('a refused restart shows the reason', async () => {
  open(() => refused('This service is busy.'))
  await press('Restart')
  await screen.findByText('Restart Failed')
  expect(screen.getByText('This service is busy.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Restart' })).toHaveProperty('disabled', false)
})

test.each([true, false])(
  'a change of auto-restart, which was %p before, is sent immediately',
  async (autoRestart) => {
    open(() => ({ autoRestart: !autoRestart }), { autoRestart })
    const input = screen.getByRole('switch', { name: 'Auto-restart' })
    expect(input).toHaveProperty('checked', autoRestart)
    await userEvent.click(input)
    const word = autoRestart ? 'disabled' : 'enabled'
    await screen.findByText(`Auto-restart ${word} successfully.`)
    expect(calls).toEqual([['servers.settings', { id, autoRestart: !autoRestart }]])
  },
)

test('a switch leaves its state to the checkbox', () => {
  open(() => ({ autoRestart: true }))
  expect(screen.getByRole('switch', { name: 'Auto-restart' }).hasAttribute('aria-checked')).toBe(false)
})

test('a refused change flips the switch back', async () => {
  open(() => refused('This service is busy.'))
  const input = screen.getByRole('switch', { name: 'Auto-restart' })
  await userEvent.click(input)
  await screen.findByText('Settings Update Failed')
  await waitFor(() => expect(input).toHaveProperty('checked', true))
})

test('a running server is stopped only after a confirmation', async () => {
  open(() => ({ status: 'stopped' }))
  await press('Stop…')
  await screen.findByText('Stop Starter · shop.example.com?')
  expect(calls).toEqual([])
  await press('Stop')
  await screen.findByText('Server Stopped')
  expect(calls).toEqual([['servers.stop', { id }]])
})

test('a stopped server can be started', async () => {
  open(() => ({ status: 'active' }), { status: 'stopped' })
  await press('Start')
  await screen.findByText('Server Started')
  expect(calls).toEqual([['servers.start', { id }]])
})

test.each([
  ['pending', 'This service is not active yet.'],
  ['suspended', 'This service is suspended.'],
] as const)('a server that is %s has disabled buttons and shows the reason', (status, reason) => {
  open(() => null, { status })
  expect(screen.getAllByText(reason)).toHaveLength(3)
  for (const name of ['Restart', 'Stop…', 'Change domain…', 'Remove domain…']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  }
})

test('a stopped server cannot be restarted, and the hint says to start it', () => {
  open(() => null, { status: 'stopped' })
  expect(screen.getByRole('button', { name: 'Restart' })).toHaveProperty('disabled', true)
  expect(screen.getByText('This server is stopped. Start it instead.')).toBeDefined()
})

test('a domain is set in a dialog, which explains an invalid name', async () => {
  open((path) => (path === 'servers.setDomain' ? { ...service, domain: 'new.example.com' } : undefined), {
    domain: null,
  })
  await press('Set domain…')
  const field = await screen.findByRole('textbox', { name: 'Domain' })
  await userEvent.type(field, 'not a domain')
  await press('Save')
  await screen.findByText('Enter a full domain name, such as example.com.')
  await userEvent.clear(field)
  await userEvent.type(field, 'new.example.com')
  await press('Save')
  await waitFor(() => expect(calls).toContainEqual(['servers.setDomain', { id, domain: 'new.example.com' }]))
})

test('removing the domain asks first, and names what stops working', async () => {
  open((path) => (path === 'servers.setDomain' ? { ...service, domain: null } : undefined))
  await press('Remove domain…')
  await screen.findByText(/shop\.example\.com and www\.shop\.example\.com stop showing this site immediately/)
  expect(calls.some(([path]) => path === 'servers.setDomain')).toBe(false)
  await press('Remove')
  await waitFor(() => expect(calls).toContainEqual(['servers.setDomain', { id, domain: null }]))
})

test('lists every name of the site, its own first, without unverified ones and those of other sites', async () => {
  domains = [
    { name: 'crafts.example', serviceId: id, challenge: null },
    { name: 'shop.example.com', serviceId: id, challenge: null },
    { name: 'pending.example', serviceId: id, challenge: {} },
    { name: 'other.example', serviceId: 'another', challenge: null },
  ]
  open(() => undefined)
  await screen.findByText(
    'The site is available at shop.example.com, www.shop.example.com, crafts.example and www.crafts.example.',
  )
})
