import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Takes the deletion of the account back. */
export function useKeepAccount() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.account.deletion.keep.mutationOptions({
      meta: { failure: 'Your account could not be kept' },
      onSuccess: () => showToast({ title: 'Your account stays', description: 'Nothing was deleted.' }),
      onSettled: () => queryClient.invalidateQueries(trpc.account.pathFilter()),
    }),
  )
}
