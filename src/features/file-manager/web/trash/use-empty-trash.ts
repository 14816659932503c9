import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Empties the trash of all services or one, or deletes one entry, with a toast. */
export function useEmptyTrash() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.files.pathFilter())
  return {
    empty: useMutation(
      trpc.files.emptyTrash.mutationOptions({
        meta: { failure: 'The trash could not be emptied' },
        onSuccess: () => showToast({ title: 'Trash Emptied' }),
        onSettled,
      }),
    ),
    remove: useMutation(
      trpc.files.removeTrashed.mutationOptions({
        meta: { failure: 'Delete Failed' },
        onSuccess: () => showToast({ title: 'Deleted Permanently' }),
        onSettled,
      }),
    ),
  }
}
