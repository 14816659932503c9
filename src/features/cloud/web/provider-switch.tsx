import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedProvider } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Switches an account off or on. A switched-off account keeps its keys, but is neither refreshed nor acted on. */
export function ProviderSwitch({ provider: { id, displayName, isActive } }: { provider: ConnectedProvider }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const update = useMutation(
    trpc.cloud.providers.update.mutationOptions({
      meta: { failure: `${displayName} could not be switched` },
      onSuccess: (changed) => {
        showToast(
          changed.isActive
            ? { title: `${displayName} is switched on`, description: 'Its resources are refreshed again.' }
            : {
                title: `${displayName} is switched off`,
                description: 'Its resources are no longer refreshed, started or stopped here.',
              },
        )
        return queryClient.invalidateQueries(trpc.cloud.pathFilter())
      },
    }),
  )
  const verb = isActive ? 'Switch off' : 'Switch on'
  return (
    <button
      type="button"
      className="row-action"
      disabled={update.isPending}
      aria-label={`${verb} ${displayName}`}
      onClick={() => update.mutate({ id, isActive: !isActive })}
    >
      {verb}
    </button>
  )
}
