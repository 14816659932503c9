import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import { SharesList } from './shares/shares-list.tsx'
import { TrashList } from './trash/trash-list.tsx'

const plan = { name: 'Pro' }
const services = [
  { id: 's1', domain: 'shop.example.com', plan },
  { id: 's2', domain: 'bells.example.com', plan },
]
const at = '2026-11-22T08:00:00.000Z'

test('a deleted file shows its site, to tell apart files with the same name', async () => {
  const trash = services.map((service) => ({
    id: `of ${service.id}`,
    serviceId: service.id,
    service,
    filePath: 'index.html',
    fileType: 'text/html',
    fileSize: 5,
    isFolder: false,
    deletedAt: at,
  }))
  const answers: Record<string, unknown> = {
    'files.trash': trash,
    'files.trashTotals': { entries: 2, bytes: 10 },
    'servers.list': services,
  }
  renderWithCalls(<TrashList />, async (path) => answers[path])
  expect(await screen.findByText(/shop\.example\.com/)).toBeDefined()
  expect(screen.getByText(/bells\.example\.com/)).toBeDefined()
})

test('a shared link shows its site, or the plan if the service has ended', async () => {
  const shares = [...services, { id: 's3', plan: { name: 'Starter' } }].map((service) => ({
    id: `of ${service.id}`,
    file: { id: 'f1', fileName: 'plan.txt', filePath: 'plan.txt' },
    service,
    isResting: false,
    createdAt: at,
    expiresAt: at,
  }))
  const answers: Record<string, unknown> = { 'files.shares.list': shares, 'servers.list': services }
  renderWithCalls(<SharesList />, async (path) => answers[path])
  for (const name of ['Pro · shop.example.com', 'Pro · bells.example.com', 'Starter'])
    expect(await screen.findByText(name)).toBeDefined()
})
