import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Domain } from '../../contract/contract.ts'
import type { Pointing } from '../../contract/pointing.ts'
import { DomainSetup } from './domain-setup.tsx'

const user = userEvent.setup({ document })
const domain = {
  id: 'd',
  name: 'example.com',
  status: 'pending',
  registrar: 'external',
  nameservers: ['ns1.portal.net'],
  challenge: { name: '_portal-challenge.example.com', type: 'TXT', value: 'abc' },
  problem: null,
  address: '203.0.113.5',
  host: '@',
  certificate: { state: 'awaited', isServed: true, isTrusted: false, until: null, problem: null },
} as unknown as Domain
const nothing: Pointing = {
  checkedAt: '2026-11-23T00:00:00.000Z',
  isPointed: false,
  records: [],
  nameservers: { state: 'missing', found: [] },
  problem: 'example.com does not point here yet.',
}

const { fetch } = globalThis
let seen: Pointing
let asked: string[]
beforeEach(() => {
  seen = nothing
  asked = []
  globalThis.fetch = (async () => Response.json(seen)) as unknown as typeof fetch
})
afterEach(() => {
  globalThis.fetch = fetch
})

function open(set: Partial<Domain>, message = 'TXT record not found yet.') {
  const shown = { ...domain, ...set } as Domain
  const routeTree = createRootRoute({ component: () => <DomainSetup domain={shown} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async (path) => {
    asked.push(path)
    return { domain: shown, verified: false, message }
  })
}

test('lists the records to set in a registrar’s terms, each with the value found in the DNS', async () => {
  seen = {
    ...nothing,
    records: [
      { type: 'TXT', name: '_portal-challenge.example.com', value: 'abc', state: 'missing', found: [] },
      { type: 'A', name: 'example.com', value: '203.0.113.5', state: 'differs', found: ['192.0.2.9'] },
      { type: 'A', name: 'www.example.com', value: '203.0.113.5', state: 'found', found: ['203.0.113.5'] },
    ],
  }
  open({})
  await screen.findByText('Found 192.0.2.9 instead')
  for (const text of ['_portal-challenge', '@', 'www', 'abc', 'ns1.portal.net', 'Found 203.0.113.5'])
    screen.getByText(text)
  expect(screen.getAllByText('Not found yet')).toHaveLength(2)
})

test('invents no record without a public address', async () => {
  open({ address: null })
  await screen.findByText(/^Your host has not set a public server address yet/)
  expect(screen.queryByText('www')).toBeNull()
})

test('shows the result of a manual check', async () => {
  open({})
  await screen.findByText('example.com does not point here yet.')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check now' }).getAttribute('aria-disabled')).toBe('false'),
  )
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText('TXT record not found yet.')
  expect(asked).toEqual(['domains.verify'])
})

test('shows no steps for a name that points here, and the state of HTTPS', async () => {
  seen = { ...nothing, isPointed: true, problem: null }
  const certificate = {
    state: 'issued' as const,
    isServed: true,
    isTrusted: false,
    until: null,
    problem: null,
  }
  open({ challenge: null, status: 'active', certificate })
  await screen.findByText('example.com is verified and shows your site.')
  screen.getByText(/^Test certificate. Browsers will show a warning/)
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
})

test('shows the first step of a name registered here as done', async () => {
  const certificate = { state: 'off' as const, isServed: true, isTrusted: false, until: null, problem: null }
  seen = { ...nothing, isPointed: true, problem: null }
  open({ challenge: null, status: 'active', registrar: 'local', certificate })
  await screen.findByText('Registered here and already using our name servers.')
  screen.getByText('Turn on HTTPS')
})

test('does not show it as done while our name servers are off, and shows no steps', async () => {
  seen = { ...nothing, problem: 'Registered here. Not published yet: our name servers are not running.' }
  open({ challenge: null, status: 'active', registrar: 'local' })
  await screen.findByText('Registered here. Not published yet: our name servers are not running.')
  expect(document.querySelector('.domain-step h4')?.textContent).toBe('!Point the domain here, to do')
  expect(screen.queryByText('Show records')).toBeNull()
})

test.each(['off', 'awaited'] as const)(
  'links nowhere from the step where no site has HTTPS: %s',
  async (state) => {
    const certificate = { state, isServed: false, isTrusted: false, until: null, problem: null }
    open({ challenge: null, status: 'active', registrar: 'local', certificate })
    await screen.findByText('Not available on this server yet.')
    expect(screen.queryByRole('link')).toBeNull()
  },
)

test('collapses the records of a verified name that does not point here', async () => {
  open({ challenge: null, status: 'active' })
  await screen.findByText('Show records')
  expect(document.querySelector('details')?.open).toBe(false)
})
