import { expect, mock, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DnsChange, DnsRecord } from '#features/zones/contract/records.ts'
import { fakeServer } from '#test/support/fake-health.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { checkConnection } from '#web/lib/calls/connection.ts'
import type { CallProcedure } from '#web/lib/calls/links.ts'
import type { Domain } from '../../contract/contract.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useZoneChanges } from './use-zone-changes.ts'

const user = userEvent.setup({ document })
const domain = { id: 'd', name: 'example.com' } as Domain
const record: DnsRecord = {
  id: 'r',
  type: 'A',
  name: 'www',
  value: '192.0.2.1',
  ttl: 300,
  priority: null,
  version: 'one',
}

let calls: [path: string, input: unknown][]

function Dialog({ known, onClose }: { known: DnsRecord | undefined; onClose: () => void }) {
  return (
    <RecordDialog domain={domain} changes={useZoneChanges(domain)} record={known} opened onClose={onClose} />
  )
}

function open(answers: Record<string, unknown>, known?: DnsRecord) {
  calls = []
  const close = mock()
  const call: CallProcedure = async (path, input) => {
    calls.push([path, input])
    const answer = answers[path]
    if (answer instanceof Error) throw answer
    return answer
  }
  renderWithCalls(<Dialog known={known} onClose={close} />, call)
  return close
}

const asked = (path: string) => calls.filter(([called]) => called === path).map(([, input]) => input)

test('previews the effect of a record before it is saved, and only once it is valid', async () => {
  open({ 'domains.dns.preview': { effects: ['www.example.com will point to 192.0.2.7.'] } })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'www')
  await user.type(screen.getByRole('textbox', { name: /IPv4 address/ }), '192.0.2.7')
  await screen.findByText('www.example.com will point to 192.0.2.7.')
  const written = { type: 'A', name: 'www', value: '192.0.2.7', ttl: 3_600 }
  expect(asked('domains.dns.preview')).toEqual([{ id: 'd', record: written }])
  expect(asked('domains.dns.add')).toEqual([])
})

test('shows the fields of each type, and a message below each invalid one', async () => {
  open({})
  await user.selectOptions(screen.getByLabelText('Type'), 'SRV')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '_sip._tcp')
  await user.type(screen.getByRole('textbox', { name: 'Port' }), '70000')
  await user.click(screen.getByRole('button', { name: 'Add Record' }))
  await screen.findByText('A port is a whole number from 0 to 65535.')
  await user.selectOptions(screen.getByLabelText('Type'), 'MX')
  expect(screen.queryByRole('textbox', { name: 'Port' })).toBeNull()
  expect(screen.getByRole('textbox', { name: /Mail server/ })).toBeDefined()
  expect(calls).toEqual([])
})

test('shows the zone’s refusal in the dialog, which stays open', async () => {
  const message = 'www.example.com has this A record already.'
  const refusal = new ApiError(409, '{}', { message, fields: { value: message } })
  const close = open({ 'domains.dns.preview': refusal, 'domains.dns.add': refusal })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'www')
  await user.type(screen.getByRole('textbox', { name: /IPv4 address/ }), '192.0.2.1')
  await screen.findByText(message)
  await user.click(screen.getByRole('button', { name: 'Add Record' }))
  await screen.findByText('Error')
  expect(screen.getAllByText(message).length).toBeGreaterThan(1)
  expect(close).not.toHaveBeenCalled()
})

const change = (id: string, values: Partial<DnsChange>): DnsChange => ({
  id,
  at: '2026-11-23T00:00:00.000Z',
  note: '',
  removed: [],
  added: [],
  undoneAt: null,
  ...values,
})

test('undoes its own change from the toast, and no later change of another record', async () => {
  const changed = { ...record, value: '192.0.2.7' }
  const later = change('later', { added: [{ ...record, id: 'other' }] })
  const own = change('own', { removed: [record], added: [changed] })
  const close = open(
    {
      'domains.dns.preview': { effects: [] },
      'domains.dns.set': changed,
      'domains.dns.history': [later, own],
      'domains.dns.undo': [record],
    },
    record,
  )
  const field = screen.getByRole('textbox', { name: /IPv4 address/ })
  await user.clear(field)
  await user.type(field, '192.0.2.7')
  await user.click(screen.getByRole('button', { name: 'Save Record' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Change undone')
  expect(asked('domains.dns.undo')).toEqual([{ id: 'd', changeId: 'own' }])
})

test('disables saving an unchanged record, and does not undo a change twice', async () => {
  const changed = { ...record, ttl: 3_000 }
  const undone = change('own', { added: [changed], undoneAt: '2026-11-23T00:01:00.000Z' })
  const answers = { 'domains.dns.preview': { effects: [] }, 'domains.dns.set': changed }
  open({ ...answers, 'domains.dns.history': [undone] }, record)
  const save = screen.getByRole('button', { name: 'Save Record' })
  expect(save).toHaveProperty('disabled', true)
  expect(save.getAttribute('aria-description')).toBe('Nothing has changed yet.')
  await user.type(screen.getByRole('textbox', { name: 'TTL in seconds' }), '0')
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('This change was already undone.')
  expect(asked('domains.dns.undo')).toEqual([])
})

test('does not overwrite a record that changed in another session: the input stays, and the new values can be loaded', async () => {
  const present = { ...record, value: '192.0.2.9', version: 'two' }
  const refusal = new ApiError(409, '{}', { message: 'This record was changed.', ...{ record: present } })
  const close = open({ 'domains.dns.preview': { effects: [] }, 'domains.dns.set': refusal }, record)
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /IPv4 address/ })
  await user.clear(field())
  await user.type(field(), '192.0.2.7')
  await user.click(screen.getByRole('button', { name: 'Save Record' }))
  await screen.findByText(/Someone else changed this record/)
  expect(field().value).toBe('192.0.2.7')
  await user.click(screen.getByRole('button', { name: 'Save Anyway' }))
  await waitFor(() =>
    expect(asked('domains.dns.set')).toMatchObject([{ version: 'one' }, { version: 'two' }]),
  )
  await user.click(screen.getByRole('button', { name: 'Load the current values' }))
  expect(field().value).toBe('192.0.2.9')
  expect(screen.getByRole('button', { name: 'Save Record' })).toHaveProperty('disabled', true)
  expect(close).not.toHaveBeenCalled()
})

test('hides a connection error once the preview is answered, without further input', async () => {
  const answers: Record<string, unknown> = { 'domains.dns.preview': new ApiError(0, 'Failed to fetch') }
  const server = fakeServer()
  server.isThere = false
  open(answers)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'www')
  await user.type(screen.getByRole('textbox', { name: /IPv4 address/ }), '192.0.2.7')
  await screen.findByText(/connection to the server was lost/)
  answers['domains.dns.preview'] = { effects: ['www.example.com will point to 192.0.2.7.'] }
  server.isThere = true
  await act(async () => void (await checkConnection()))
  await screen.findByText('www.example.com will point to 192.0.2.7.')
  expect(screen.queryByText(/connection to the server was lost/)).toBeNull()
  await act(() => server.restore())
})

test('reports a record that somebody else has deleted, and offers to add the input as a new one', async () => {
  const missing = new ApiError(404, '{}', { message: 'This record does not exist.' })
  const close = open(
    { 'domains.dns.preview': { effects: [] }, 'domains.dns.set': missing, 'domains.dns.add': record },
    record,
  )
  const value = screen.getByRole('textbox', { name: /IPv4 address/ })
  await user.clear(value)
  await user.type(value, '192.0.2.9')
  await user.click(screen.getByRole('button', { name: 'Save Record' }))
  await screen.findByText(/Someone else deleted this record/)
  expect(value).toHaveProperty('value', '192.0.2.9')
  await user.click(screen.getByRole('button', { name: 'Add Record' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(asked('domains.dns.add')).toEqual([
    { id: 'd', type: 'A', name: 'www', value: '192.0.2.9', ttl: 300 },
  ])
})
