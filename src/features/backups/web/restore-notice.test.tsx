import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Activity } from '#features/activity/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { RenderedAtProvider } from '#web/ui/values/values.tsx'
import { RestoreNotices } from './restore-notice.tsx'

const user = userEvent.setup({ document })
const shop = { id: '0190a000-0000-7000-8000-000000000001', domain: 'shop.in', plan: { name: 'Pro' } }

const restore = (more: Partial<Activity>): Activity => ({
  id: 'restore:1',
  kind: 'restore',
  state: 'done',
  title: 'Restore',
  subject: 'Pro',
  detail: null,
  progress: null,
  href: `/backups?service=${shop.id}`,
  at: '2026-11-22T07:50:00.000Z',
  ...more,
})

async function show(activities: Activity[], serviceId: string | undefined = shop.id) {
  renderWithCalls(
    <RenderedAtProvider value="2026-11-22T08:00:00.000Z">
      <RestoreNotices serviceId={serviceId} />
      <p>shown</p>
    </RenderedAtProvider>,
    async (path) => (path === 'activity.list' ? activities : [shop]),
  )
  await screen.findByText('shown')
}

test('shows the progress of a running restore, which cannot be dismissed', async () => {
  await show([restore({ state: 'running', detail: 'Restoring files.' })])
  expect(await screen.findByText('Restoring')).toBeDefined()
  expect(await screen.findByText('shop.in: Restoring files.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Dismiss: Rest/ })).toBeNull()
})

test('shows how a recent restore ended, until it is dismissed', async () => {
  await show([restore({}), restore({ id: 'restore:2', state: 'failed', detail: 'This archive is damaged.' })])
  expect(await screen.findByText('Restored')).toBeDefined()
  expect(await screen.findByText('shop.in: This archive is damaged.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Dismiss: Not restored shop.in' }))
  expect(screen.queryByText('Not restored')).toBeNull()
  expect(screen.getByText('Restored')).toBeDefined()
})

test('shows nothing about another service, other work, or restores that ended long ago', async () => {
  await show([
    restore({ href: '/backups?service=0190a000-0000-7000-8000-000000000002' }),
    restore({ id: 'backup:1', kind: 'backup' }),
    restore({ id: 'restore:3', at: '2026-11-22T07:20:00.000Z' }),
  ])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('Restored')).toBeNull()
})
