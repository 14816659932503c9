import { expect, test } from 'bun:test'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Backup } from '../contract/contract.ts'
import { useCreateBackup } from './use-create-backup.ts'

const reason = 'This service has no databases to back up.'
const made = { id: 'b1', status: 'pending' } as Backup

function Screen() {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.backups.list.queryOptions({}))
  const { create } = useCreateBackup(data)
  return (
    <button type="button" onClick={() => create({ serviceId: 's1', backupType: 'database' })}>
      Create
    </button>
  )
}

test('a failed backup replaces its success toast with the reason', async () => {
  let isMade = false
  renderWithCalls(<Screen />, async (path) => {
    if (path === 'backups.create') {
      isMade = true
      return made
    }
    return isMade ? [{ ...made, status: 'failed', reason }] : []
  })
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText(reason)
  expect(screen.getByText('Backup Failed')).toBeDefined()
  expect(screen.queryByText('Backup Created')).toBeNull()
})
