import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'

/** Empties the trash of all services or of one, or removes one thing from it, with a toast. */
export function useEmptyTrash() {
  const utils = trpc.useUtils()
  const onSettled = () => utils.files.invalidate()
  return {
    empty: trpc.files.emptyTrash.useMutation({
      meta: { failure: 'The trash could not be emptied' },
      onSuccess: () => showToast({ title: 'Trash Emptied' }),
      onSettled,
    }),
    remove: trpc.files.removeTrashed.useMutation({
      meta: { failure: 'Delete Failed' },
      onSuccess: () => showToast({ title: 'Deleted for good' }),
      onSettled,
    }),
  }
}
