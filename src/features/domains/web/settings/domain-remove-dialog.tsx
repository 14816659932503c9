import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

type DomainRemoveDialogProps = { domain: Domain; opened: boolean; onClose: () => void }

/** Asks before removing a connected domain with its records. */
export function DomainRemoveDialog({
  domain: { id, name: ascii },
  opened,
  onClose,
}: DomainRemoveDialogProps) {
  const trpc = useTRPC()
  const name = showName(ascii)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation(
    trpc.domains.remove.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async () => {
        await navigate({ to: '/domains', search: {}, resetScroll: false })
        showToast({ title: 'Domain removed', description: name })
        await queryClient.invalidateQueries(trpc.domains.pathFilter())
      },
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync({ id })}
    >
      <p className="domain-text">
        Its DNS records, their history and its subdomains are deleted, and our name servers stop answering for
        it. Your site stays online at its other address. The name stays yours at its registrar.
      </p>
    </ConfirmDialog>
  )
}
