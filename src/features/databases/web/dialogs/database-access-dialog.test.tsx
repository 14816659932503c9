import { afterAll, beforeAll, beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase, shownEngines } from '#test/support/shown-databases.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { Database } from '../../contract/contract.ts'
import { DatabaseAccessDialog } from './database-access-dialog.tsx'

// The field grows once fonts are loaded, and this browser has none.
beforeAll(() => void Reflect.set(document, 'fonts', new EventTarget()))
afterAll(() => void Reflect.deleteProperty(document, 'fonts'))

const user = userEvent.setup({ document })

let saved: unknown[]
beforeEach(() => {
  saved = []
})

function open(database: Database, answer: () => unknown = () => database) {
  const close = mock()
  renderWithCalls(
    <DatabaseAccessDialog database={database} opened onClose={close} />,
    async (path, input) => {
      if (path === 'databases.engines') return shownEngines
      if (path === 'auth.sessions.list') return [{ id: 's', isCurrent: true, address: '198.51.100.4' }]
      saved.push(input)
      return answer()
    },
  )
  return close
}

const addresses = () => screen.findByLabelText<HTMLTextAreaElement>('Allowed addresses')

test('an engine that accepts no external connections says why and offers no list', async () => {
  open(shownDatabase({ dbType: 'mysql' }))
  expect(await screen.findByText('This portal has no address for databases.')).toBeDefined()
  expect(screen.queryByLabelText('Allowed addresses')).toBeNull()
})

test('addresses are written one per line, and a button adds the customer’s own', async () => {
  const close = open(shownDatabase({ allow: ['203.0.113.0/24'] }))
  expect((await addresses()).value).toBe('203.0.113.0/24')
  await user.click(await screen.findByRole('button', { name: 'Add my address (198.51.100.4)' }))
  await waitFor(async () => expect((await addresses()).value).toBe('203.0.113.0/24\n198.51.100.4'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(saved).toEqual([{ id: shownDatabase().id, allow: ['203.0.113.0/24', '198.51.100.4'] }])
})

test('too many addresses are refused before anything is sent', async () => {
  const allow = Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`)
  open(shownDatabase({ allow }))
  await addresses()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('At most 20 addresses.')).toBeDefined()
  expect(saved).toEqual([])
})

test('an address that the server refuses is named under the list', async () => {
  const close = open(shownDatabase({ allow: ['nowhere'] }), () => {
    throw new ApiError(422, '{}', { message: 'No.', fields: { 'allow.0': 'nowhere is not an address.' } })
  })
  await addresses()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('nowhere is not an address.')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})

test('earlier addresses can be removed from an engine that no longer accepts external connections', async () => {
  open(shownDatabase({ dbType: 'mysql', allow: ['203.0.113.7/32'] }))
  await user.clear(await addresses())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([{ id: shownDatabase().id, allow: [] }]))
})
