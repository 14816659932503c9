import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedProvider } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { texts } from '../entities/contract/texts.ts'

/** The fields of an account that its removal needs. */
export type RemovableAccount = Pick<ConnectedProvider, 'id' | 'displayName' | 'simulated'>

const dialogOf = ({ displayName, simulated }: RemovableAccount, onConfirm: () => Promise<unknown>) => ({
  title: `Remove ${displayName}?`,
  confirmLabel: 'Remove',
  typeName: displayName,
  onConfirm,
  children: simulated
    ? `This permanently deletes all sample resources, their metrics and costs. ${texts.initialize} adds new ones.`
    : `This permanently deletes its keys here, and the instances, storage, databases, functions, metrics and costs listed for ${displayName}. Everything at the provider stays, and you still pay for it there.`,
})

/** Asks for confirmation before an account is removed, and says which data goes with it. */
export function ProviderRemoval({ dialog }: { dialog: ReturnType<typeof useDialog<RemovableAccount>> }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.cloud.providers.remove.mutationOptions({
      meta: { failure: 'The account could not be removed' },
      onSuccess: () => queryClient.invalidateQueries(trpc.cloud.pathFilter()),
    }),
  )
  const ask = (provider: RemovableAccount) =>
    dialogOf(provider, () => remove.mutateAsync({ id: provider.id }))
  return <Confirming dialog={dialog} ask={ask} />
}
