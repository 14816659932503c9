import { expect, mock, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { showToast } from './toast.ts'
import { ToastHost } from './toast-host.tsx'

const show = () =>
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  )

test('shows only one toast at a time, and the next one replaces it', async () => {
  show()
  await act(async () =>
    showToast({ title: 'Signup Failed', description: 'Passwords do not match', variant: 'destructive' }),
  )
  expect(screen.getByRole('alert').textContent).toContain('Passwords do not match')
  await act(async () => showToast({ title: 'Account Created', description: 'Welcome' }))
  await waitFor(() => expect(screen.queryByText('Signup Failed') === null).toBe(true))
  expect(screen.getByRole('status').textContent).toContain('Account Created')
})

test('the action of a toast runs and closes it', async () => {
  show()
  const run = mock()
  await act(async () => showToast({ title: 'File deleted', action: { label: 'Undo', run } }))
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click())
  expect(run).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText('File deleted') === null).toBe(true))
})
