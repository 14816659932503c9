import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Backup } from '../contract/contract.ts'
import { BackupList } from './backup-list.tsx'

const backup = (id: string): Backup => ({
  id,
  serviceId: `service of ${id}`,
  fileName: `${id}.zip`,
  backupType: 'full',
  type: 'full',
  status: 'completed',
  origin: 'manual',
  fileSize: 1,
  progress: 100,
  reason: null,
  sha256: null,
  verifiedAt: null,
  createdAt: '2026-11-22T08:00:00.000Z',
  service: { id: `service of ${id}`, plan: { name: 'Pro' } },
})

test('a backup of an ended service can be downloaded, and says why it cannot be restored', async () => {
  const services = [{ id: 'service of b', domain: 'shop.example.com', plan: { name: 'Pro' } }]
  renderWithCalls(<BackupList backups={[backup('a'), backup('b')]} isBound={false} />, async () => services)
  expect(await screen.findAllByText('This service has ended.')).toHaveLength(1)
  const buttons = screen.getAllByRole('button', { name: /^(Restore|Download)/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Download a.zip',
    'Restore b.zip',
    'Download b.zip',
  ])
})
