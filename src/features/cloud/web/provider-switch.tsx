import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import type { ConnectedProvider } from '../contract/providers.ts'

/** Switches an account off, so that it is neither read nor acted on and keeps its keys, and on again. */
export function ProviderSwitch({ provider: { id, displayName, isActive } }: { provider: ConnectedProvider }) {
  const utils = trpc.useUtils()
  const update = trpc.cloud.providers.update.useMutation({
    meta: { failure: `${displayName} could not be switched ${isActive ? 'off' : 'on'}` },
    onSuccess: (changed) => {
      const description = changed.isActive
        ? 'Its resources are refreshed again.'
        : 'Its resources are no longer refreshed, and its instances cannot be started or stopped here.'
      showToast({ title: `${displayName} is switched ${changed.isActive ? 'on' : 'off'}`, description })
      return utils.cloud.invalidate()
    },
  })
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
