import type { AdminDomain } from '#features/admin/contract/names.ts'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'

/** Has the portal look again for the proof that a name is its customer's. */
export function DomainCheck({ domain: { id, name } }: { domain: AdminDomain }) {
  const utils = trpc.useUtils()
  const check = trpc.admin.domains.check.useMutation({
    meta: { failure: 'Not checked' },
    onSuccess: () =>
      showToast({
        title: 'Checking',
        description: `The portal looks for the proof of ${name} within seconds.`,
      }),
    onSettled: () => utils.admin.domains.invalidate(),
  })
  return (
    <button
      type="button"
      className="row-action"
      aria-label={`Check again: ${name}`}
      aria-disabled={check.isPending}
      onClick={() => !check.isPending && check.mutate({ id })}
    >
      Check again
    </button>
  )
}
