import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { DomainMailDialogProps } from './domain-mail-dialog.tsx'

/** Confirms the rotation of a domain's key. */
export function DkimRotateDialog({ id, name, opened, onClose }: DomainMailDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const rotate = useMutation(
    trpc.email.domainMail.rotate.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: ({ selector }) =>
        showToast({
          title: 'New DKIM key',
          description: `Mail from ${name} is now signed with ${selector}.`,
        }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.email.domainMail.pathFilter()),
          queryClient.invalidateQueries(trpc.domains.pathFilter()),
        ]),
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Rotate the DKIM key for ${name}?`}
      confirmLabel="Rotate the key"
      onConfirm={() => rotate.mutateAsync({ id })}
    >
      <p className="email-text">
        A new key is published and signs all outgoing mail. The old key stays in the DNS for 7 days, so mail
        in transit can still be verified.
      </p>
    </ConfirmDialog>
  )
}
