import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { CallProcedure } from '#web/lib/calls/links.ts'
import type { Service, ServiceStatus } from '../../../contract/contract.ts'
import { useServerControl } from './server-control.ts'
import { ServerPower } from './server-power.tsx'

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

let calls: string[] = []
let server: FakeServer
beforeEach(() => {
  calls = []
  // Dialogs need a page with a server.
  server = fakeServer()
})
afterEach(() => server.restore())

function Power({ status }: { status: ServiceStatus }) {
  return <ServerPower service={{ ...service, status }} control={useServerControl()} />
}

function open(status: ServiceStatus, answer: () => unknown = () => ({ status: 'restarting' })) {
  const call: CallProcedure = async (path) => {
    calls.push(path)
    return answer()
  }
  renderWithCalls(<Power status={status} />, call)
}

const menu = () => {
  const list = document.querySelector<HTMLElement>('.server-power ul')
  if (!list) throw new Error('there is no menu')
  return within(list)
}
const item = (name: string) => menu().getByRole<HTMLButtonElement>('button', { name, hidden: true })
const offered = () => ['Start', 'Restart', 'Stop…'].filter((name) => !item(name).disabled)

test.each([
  ['active', ['Restart', 'Stop…'], 'This server is already running.'],
  ['restarting', ['Stop…'], 'This server is being restarted.'],
  ['stopped', ['Start'], 'This server is stopped. Start it instead.'],
  ['pending', [], 'This service is not active yet.'],
  ['suspended', [], 'This service is suspended.'],
] as const)(
  'a server that is %s offers only %p and gives the reason for the rest',
  (status, names, reason) => {
    open(status)
    expect(offered()).toEqual([...names])
    expect(menu().getAllByText(reason).length).toBeGreaterThan(0)
  },
)

test('an unavailable action is described by its reason', () => {
  open('stopped')
  const reason = document.getElementById(item('Restart').getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('This server is stopped. Start it instead.')
})

test('a reason for every action is shown once', () => {
  open('suspended')
  expect(menu().getAllByText('This service is suspended.')).toHaveLength(1)
  const [start, stop] = [item('Start'), item('Stop…')].map((each) => each.getAttribute('aria-describedby'))
  expect(start).toBe(stop ?? '')
})

test('a stopped server is started by the button beside the menu', async () => {
  open('stopped', () => ({ status: 'active' }))
  const [start] = screen.getAllByRole('button', { name: 'Start', hidden: true })
  if (!start) throw new Error('no start is offered')
  await userEvent.click(start)
  await screen.findByText('Server Started')
  expect(calls).toEqual(['servers.start'])
})

test('a restart from the menu closes it and shows the restart toast', async () => {
  open('active')
  const details = document.querySelector('details')
  await userEvent.click(screen.getByText('Power'))
  await userEvent.click(item('Restart'))
  await screen.findByText('Server Restart Initiated')
  expect(details?.open).toBe(false)
  expect(calls).toEqual(['servers.restart'])
  await waitFor(() => expect(offered()).toEqual(['Stop…']))
})

test.each([
  ['active', 'Restart', 'servers.restart'],
  ['stopped', 'Start', 'servers.start'],
] as const)('two quick presses on a server that is %s send one call to %s', async (status, name, path) => {
  open(status)
  const button = item(name)
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(offered()).not.toEqual([]))
  expect(calls).toEqual([path])
})

test('a refused restart shows why and leaves the menu as it was', async () => {
  open('active', () => {
    throw new ApiError(409, '{}', { message: 'This service is being restored. Try again when that is done.' })
  })
  await userEvent.click(screen.getByText('Power'))
  await userEvent.click(item('Restart'))
  await screen.findByText('Restart Failed')
  expect(offered()).toEqual(['Restart', 'Stop…'])
})

test('a stop from the menu names the site and asks for confirmation', async () => {
  open('active', () => ({ status: 'stopped' }))
  await userEvent.click(screen.getByText('Power'))
  await userEvent.click(item('Stop…'))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/shop\.example\.com/)
  expect(calls).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }))
  await screen.findByText('Server Stopped')
  expect(calls).toEqual(['servers.stop'])
})
