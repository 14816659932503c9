import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { addNoteInput, type CustomerNote, noteMaxLength } from '../../contract/contract.ts'

const schema = addNoteInput.omit({ id: true })

type CustomerNoteDialogProps = {
  customer: { id: string; email: string }
  /** The note to change; none for a new one. */
  note: CustomerNote | null
  opened: boolean
  onClose: () => void
}

/** Adds or changes a note about a customer. */
export function CustomerNoteDialog({ customer, note, opened, onClose }: CustomerNoteDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { text: note?.text ?? '' })
  const queryClient = useQueryClient()
  const options = {
    meta: { failure: 'The note could not be saved' },
    onSuccess: () => queryClient.invalidateQueries(trpc.admin.customers.pathFilter()),
  }
  const add = useMutation(trpc.admin.customers.notes.add.mutationOptions(options))
  const change = useMutation(trpc.admin.customers.notes.change.mutationOptions(options))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={note ? 'Change note' : `Note about ${customer.email}`}
      form={form}
      onSubmit={({ text }) =>
        note ? change.mutateAsync({ id: note.id, text }) : add.mutateAsync({ id: customer.id, text })
      }
      submitLabel="Save note"
    >
      <Textarea
        key={form.key('text')}
        data-autofocus
        label="Note"
        description="Only administrators see it."
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={noteMaxLength}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
