import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Domain } from '../../contract/contract.ts'
import { DomainNotice } from './domain-notice.tsx'

const fixed = {
  id: 'd',
  name: 'example.com',
  host: '@',
  challenge: null,
  registrar: 'local',
  nameservers: [],
  certificate: { state: 'off', isTrusted: false, until: null, problem: null },
}

function open(domain: Partial<Domain>, services: unknown[]) {
  const routeTree = createRootRoute({
    component: () => <DomainNotice domain={{ ...fixed, ...domain } as Domain} />,
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async () => services)
}

test('announces the deletion of a domain whose service has ended, and how to prevent it', async () => {
  open({ status: 'active', serviceId: 's' }, [{ id: 'another' }])
  const notice = await screen.findByText(/^The site of this domain has ended/)
  expect(notice.textContent).toContain('deleted 30 days after that')
  expect(notice.querySelector('a')?.getAttribute('href')).toBe('/contact')
})

test('shows only the expiry of a domain whose service is active', async () => {
  open({ status: 'expired', serviceId: 's' }, [{ id: 's' }])
  await screen.findByText('This domain has expired. Renew it under Settings to keep it.')
  expect(screen.queryByText(/has ended/)).toBeNull()
})
