import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Cancels the account deletion. */
export function useCancelDeletion() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.account.deletion.keep.mutationOptions({
      meta: { failure: 'Account deletion could not be cancelled' },
      onSuccess: () =>
        showToast({ title: 'Account deletion cancelled', description: 'Nothing was deleted.' }),
      onSettled: () => queryClient.invalidateQueries(trpc.account.pathFilter()),
    }),
  )
}
