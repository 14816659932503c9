import { expect, mock, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DatabaseDump } from '#features/databases/contract/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase, shownDump } from '#test/support/shown-databases.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { DeletedDatabases } from './deleted-databases.tsx'

const user = userEvent.setup({ document })

function show(dumps: DatabaseDump[], restore: (input: unknown) => unknown, chosen?: string) {
  renderWithCalls(<DeletedDatabases chosen={chosen} />, async (path, input) => {
    if (path === 'databases.dumps.list') return dumps
    return path === 'databases.dumps.restore' ? restore(input) : []
  })
}

test('the button restores a deleted database', async () => {
  const restore = mock(() => shownDatabase({ dbName: 'old_shop' }))
  show([shownDump()], restore)
  await user.click(await screen.findByRole('button', { name: 'Restore old_shop' }))
  expect(await screen.findByText('Database Restored')).toBeDefined()
  expect(restore.mock.calls).toEqual([[{ id: shownDump().id }]] as never)
})

test('a refused restore shows the reason', async () => {
  show([shownDump()], () => {
    throw new ApiError(409, '{}', { message: 'The name old_shop is taken.' })
  })
  await user.click(await screen.findByRole('button', { name: 'Restore old_shop' }))
  expect(await screen.findByText('The name old_shop is taken.')).toBeDefined()
})

test('a database that is still being saved, or could not be, has no button', async () => {
  const reason = 'The disk is full.'
  show([shownDump({ status: 'writing' }), shownDump({ id: 'f', status: 'failed', reason })], () => null)
  expect(await screen.findByText('Saving')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
})

test('only those of the chosen service are shown', async () => {
  const serviceId = '0190a000-0000-7000-8000-000000000002'
  show([shownDump(), shownDump({ id: 'o', dbName: 'elsewhere', serviceId })], () => null, serviceId)
  expect(await screen.findByText('elsewhere')).toBeDefined()
  expect(screen.queryByText('old_shop')).toBeNull()
})
