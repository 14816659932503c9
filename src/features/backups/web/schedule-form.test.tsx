import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { ScheduleForm } from './schedule-form.tsx'

const schedule = {
  serviceId: 's1',
  enabled: true,
  frequency: 'daily' as const,
  time: '02:30',
  backupType: 'full' as const,
  keep: 7,
  lastRunAt: null,
  nextRunAt: null,
}

test('a number that cannot be kept is sent as it was typed, and what is wrong with it stands under its field', async () => {
  const sent: unknown[] = []
  renderWithCalls(<ScheduleForm schedule={schedule} onClose={() => {}} />, async (path, input) => {
    if (path !== 'backups.setSchedule') return undefined
    sent.push(input)
    throw new ApiError(422, '{}', { message: 'Keep at least one.', fields: { keep: 'Keep at least one.' } })
  })
  const field = screen.getByLabelText('Keep the newest')
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  await userEvent.tab()
  expect(field).toHaveProperty('value', '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save Schedule' }))
  await screen.findByText('Keep at least one.')
  await waitFor(() => expect(sent).toMatchObject([{ serviceId: 's1', keep: 0 }]))
})
