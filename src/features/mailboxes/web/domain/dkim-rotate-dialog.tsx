import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { DomainMailDialogProps } from './domain-mail-dialog.tsx'

/** Asks before a domain signs with a new key. */
export function DkimRotateDialog({ id, name, opened, onClose }: DomainMailDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const rotate = useMutation(
    trpc.email.domainMail.rotate.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: ({ selector }) =>
        showToast({ title: 'New DKIM key', description: `${name} signs with ${selector} from now on.` }),
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
      title={`A new DKIM key for ${name}?`}
      confirmLabel="Rotate the key"
      onConfirm={() => rotate.mutateAsync({ id })}
    >
      <p className="email-text">
        A new key is published under a name of its own, and what is sent from then on is signed with it. The
        former one stays published for 7 days, so that mail on its way can still be checked.
      </p>
    </ConfirmDialog>
  )
}
