import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { AdminUser } from '#features/auth/contract/desk.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { viewMinutes } from '../../contract/contract.ts'

const schema = z.object({})

type CustomerViewDialogProps = { user: AdminUser; opened: boolean; onClose: () => void }

/** Opens the portal as the customer sees it, in a new tab. */
export function CustomerViewDialog({ user, opened, onClose }: CustomerViewDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, {})
  const queryClient = useQueryClient()
  const view = useMutation(
    trpc.admin.customers.view.mutationOptions({
      meta: { failure: 'The view could not be opened' },
      onSuccess: ({ id }) => {
        const open = () => window.open(`/as/${id}/`, '_blank')
        if (!open())
          showToast({
            title: 'The browser blocked the new tab',
            variant: 'destructive',
            action: { label: 'Open it', run: () => void open() },
          })
        return queryClient.invalidateQueries(trpc.admin.customers.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`View as ${user.email}`}
      form={form}
      onSubmit={() => view.mutateAsync({ id: user.id })}
      submitLabel="Open in a new tab"
    >
      <Text size="sm">
        The portal opens as this customer sees it, for {viewMinutes} minutes. Nothing can be changed. Emails,
        files, database rows and security settings stay private.
      </Text>
      <Text size="sm">
        The view is recorded in the audit log, and the customer sees it in their activity.
      </Text>
    </FormDialog>
  )
}
