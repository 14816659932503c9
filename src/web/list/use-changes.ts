import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { showToast, type Toast } from '../ui/overlays/toast.ts'

/** Mutation options: shows a toast on success, and refetches what may have changed. */
export function useChanges(changed: QueryFilters) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(changed)
  return <Done, Input>(failure: string, toastOf?: (done: Done, input: Input) => Toast) => ({
    meta: { failure },
    onSuccess: (done: Done, input: Input) => toastOf && showToast(toastOf(done, input)),
    onSettled,
  })
}
