import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type IncidentState, postIncidentInput } from '../contract.ts'
import { IncidentFields } from './incident-fields.tsx'

type Values = { title: string; state: IncidentState; message: string }

/** Posts an incident on the status page. */
export function IncidentPostDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const form = useContractForm<Values>(postIncidentInput, { title: '', state: 'investigating', message: '' })
  const queryClient = useQueryClient()
  const post = useMutation(
    trpc.status.incidents.post.mutationOptions({
      meta: { failure: 'The incident could not be posted' },
      onSuccess: ({ title }) => {
        showToast({ title: 'Incident posted', description: `${title} is on the status page.` })
        return queryClient.invalidateQueries(trpc.status.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Post an incident"
      form={form}
      onSubmit={(values) => post.mutateAsync(values)}
      submitLabel="Post incident"
    >
      <TextInput
        label="Title"
        required
        data-autofocus
        key={form.key('title')}
        {...form.getInputProps('title')}
      />
      <IncidentFields form={form} />
    </FormDialog>
  )
}
