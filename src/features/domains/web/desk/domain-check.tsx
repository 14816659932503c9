import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { AdminDomain } from '../../contract/desk.ts'

/** Requests another check of an unverified domain. */
export function DomainCheck({ domain: { id, name } }: { domain: AdminDomain }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const check = useMutation(
    trpc.admin.domains.check.mutationOptions({
      meta: { failure: 'Not checked' },
      onSuccess: () =>
        showToast({ title: 'Checking', description: `We are checking the DNS records of ${name}.` }),
      onSettled: () => queryClient.invalidateQueries(trpc.admin.domains.pathFilter()),
    }),
  )
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
