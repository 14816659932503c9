import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedProvider } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { texts } from '../entities/contract/texts.ts'

/** An account as far as its removal has to know it. */
export type Removed = Pick<ConnectedProvider, 'id' | 'displayName' | 'simulated'>

const askOf = ({ displayName, simulated }: Removed, onConfirm: () => Promise<unknown>) => ({
  title: `Remove ${displayName}?`,
  confirmLabel: 'Remove',
  typeName: displayName,
  onConfirm,
  children: simulated
    ? `All sample resources, their metrics and costs are permanently deleted. ${texts.initialize} adds new ones.`
    : `Its keys, and the instances, storage, databases, functions, metrics and costs that the portal lists for ${displayName}, are permanently deleted here. At the provider itself everything stays and keeps costing money.`,
})

/** Asks before an account is removed, and says what goes with it. */
export function ProviderRemoval({ dialog }: { dialog: ReturnType<typeof useDialog<Removed>> }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.cloud.providers.remove.mutationOptions({
      meta: { failure: 'The account could not be removed' },
      onSuccess: () => queryClient.invalidateQueries(trpc.cloud.pathFilter()),
    }),
  )
  const ask = (provider: Removed) => askOf(provider, () => remove.mutateAsync({ id: provider.id }))
  return <Confirming dialog={dialog} ask={ask} />
}
