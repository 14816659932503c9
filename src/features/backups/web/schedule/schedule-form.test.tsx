import { expect, mock, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { RenderedAtProvider } from '#web/ui/values/values.tsx'
import type { Schedule } from '../../contract/contract.ts'
import { ScheduleForm } from './schedule-form.tsx'

const user = userEvent.setup({ document })
const values = {
  serviceId: '0190a000-0000-7000-8000-000000000001',
  enabled: true,
  frequency: 'daily',
  time: '02:30',
  backupType: 'full',
  keep: 7,
} as const
const schedule: Schedule = { ...values, lastRunAt: null, nextRunAt: null }

function open(answer: () => Promise<unknown>, shown = schedule) {
  const call = mock(answer)
  const close = mock()
  renderWithCalls(
    <RenderedAtProvider value="2026-05-04T00:00:00.000Z">
      <ScheduleForm schedule={shown} onClose={close} />
    </RenderedAtProvider>,
    call,
  )
  return { call, close, save: () => user.click(screen.getByRole('button', { name: 'Save Schedule' })) }
}

test('saves the chosen schedule, and the dialog closes', async () => {
  const { call, close, save } = open(async () => schedule)
  await user.selectOptions(screen.getByLabelText('How often'), 'weekly')
  await save()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(call).toHaveBeenCalledWith('backups.setSchedule', { ...values, frequency: 'weekly' })
})

test('the next runs follow the form before it is saved', async () => {
  open(async () => schedule)
  const runs = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const before = await waitFor(runs)
  fireEvent.change(screen.getByLabelText('Time (IST)'), { target: { value: '05:45' } })
  await waitFor(() => expect(runs().every((run) => run?.includes('05:45'))).toBe(true))
  expect(before).toHaveLength(3)
  await user.click(screen.getByLabelText('Make backups automatically'))
  expect(await screen.findByText('No automatic backups will be made.')).toBeDefined()
})

test('a disabled schedule opens with the switch on, and saving it turns backups on', async () => {
  const { call, close, save } = open(async () => schedule, { ...schedule, enabled: false })
  await save()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(call).toHaveBeenCalledWith('backups.setSchedule', values)
})

test('the button says that backups are turned off, and choosing a frequency turns the switch on again', async () => {
  const { call, close } = open(async () => ({ ...schedule, enabled: false }))
  await user.click(screen.getByLabelText('Make backups automatically'))
  await user.selectOptions(screen.getByLabelText('How often'), 'monthly')
  expect(await screen.findByRole('button', { name: 'Save Schedule' })).toBeDefined()
  await user.click(screen.getByLabelText('Make backups automatically'))
  await user.click(await screen.findByRole('button', { name: 'Turn Off Backups' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(call).toHaveBeenCalledWith('backups.setSchedule', {
    ...values,
    frequency: 'monthly',
    enabled: false,
  })
  expect(await screen.findByText('Automatic backups are off. Existing backups stay available.')).toBeDefined()
})

test('an invalid time is rejected under its field and not sent', async () => {
  const { call, close, save } = open(async () => schedule)
  fireEvent.change(screen.getByLabelText('Time (IST)'), { target: { value: '' } })
  await save()
  expect(await screen.findByText('Enter a time such as 02:30.')).toBeDefined()
  expect(call).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
})

test.each(['0', '91', '1.5'])('keeping %s backups is rejected under its field and not sent', async (keep) => {
  const { call, close, save } = open(async () => schedule)
  fireEvent.change(screen.getByLabelText('Backups to keep'), { target: { value: keep } })
  await save()
  await waitFor(() =>
    expect(screen.getByLabelText('Backups to keep').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(call).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
})

test('a refusal of the server appears under its field, and the form stays open', async () => {
  const fields = { keep: 'Your plan keeps at most 5.' }
  const { close, save } = open(() => Promise.reject(new ApiError(422, '{}', { fields })))
  await save()
  expect(await screen.findByText('Your plan keeps at most 5.')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})
