import { expect, mock, test } from 'bun:test'
import { Textarea, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { z } from 'zod'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '../../lib/calls/api-error.ts'
import { useContractForm } from '../forms/use-contract-form.ts'
import { FormDialog } from './form-dialog.tsx'

const user = userEvent.setup({ document })
const schema = z.object({ name: z.string().min(1, 'Enter a name.'), note: z.string() })

type DialogProps = { onSubmit: (values: z.infer<typeof schema>) => Promise<unknown>; onClose: () => void }

function NoteDialog({ onSubmit, onClose }: DialogProps) {
  const form = useContractForm(schema, { name: '', note: '' })
  return (
    <FormDialog opened onClose={onClose} title="Note" form={form} onSubmit={onSubmit} submitLabel="Save">
      <TextInput label="Name" key={form.key('name')} {...form.getInputProps('name')} />
      <Textarea label="Text" key={form.key('note')} {...form.getInputProps('note')} />
    </FormDialog>
  )
}

function open(onSubmit: DialogProps['onSubmit'] = async () => undefined) {
  const submit = mock(onSubmit)
  const close = mock()
  renderWithCalls(<NoteDialog onSubmit={submit} onClose={close} />, async () => undefined)
  return { submit, close }
}

test.each(['Control', 'Meta'])('%s and Enter submit a dialog from its text area', async (modifier) => {
  const { submit, close } = open()
  await user.type(screen.getByLabelText('Name'), 'Shop')
  await user.type(screen.getByLabelText('Text'), `one{Enter}two{${modifier}>}{Enter}{/${modifier}}`)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(submit.mock.calls).toEqual([[{ name: 'Shop', note: 'one\ntwo' }]])
})

test('an invalid field says why and takes the focus, and nothing is sent', async () => {
  const { submit } = open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a name.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(submit).not.toHaveBeenCalled()
})

test('shows a server error below its field, and keeps the dialog open', async () => {
  const message = 'This name is already in use.'
  const { close } = open(() =>
    Promise.reject(new ApiError(409, '{}', { message, fields: { name: message } })),
  )
  await user.type(screen.getByLabelText('Name'), 'Shop{Enter}')
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Shop')
  expect(close).not.toHaveBeenCalled()
})

test('a failure without a field keeps the dialog and its input', async () => {
  const { close, submit } = open(() => Promise.reject(new ApiError(0, 'Failed to fetch')))
  await user.type(screen.getByLabelText('Name'), 'Shop{Enter}')
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Shop')
  expect(close).not.toHaveBeenCalled()
})
