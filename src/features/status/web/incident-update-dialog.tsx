import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Incident, type IncidentState, updateIncidentInput } from '../contract.ts'
import { IncidentFields } from './incident-fields.tsx'

type UpdateDialogProps = { incident: Incident; opened: boolean; onClose: () => void }
type Values = { state: IncidentState; message: string }

const schema = updateIncidentInput.omit({ id: true })

/** Posts an update of an incident, or resolves it. */
export function IncidentUpdateDialog({ incident, opened, onClose }: UpdateDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm<Values>(schema, { state: incident.state, message: '' })
  const queryClient = useQueryClient()
  const update = useMutation(
    trpc.status.incidents.update.mutationOptions({
      meta: { failure: 'The incident could not be updated' },
      onSuccess: ({ state, title }) => {
        const isOver = state === 'resolved'
        showToast({ title: isOver ? 'Incident resolved' : 'Incident updated', description: title })
        return queryClient.invalidateQueries(trpc.status.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Update: ${incident.title}`}
      form={form}
      onSubmit={(values) => update.mutateAsync({ id: incident.id, ...values })}
      submitLabel="Post update"
    >
      <IncidentFields form={form} />
    </FormDialog>
  )
}
