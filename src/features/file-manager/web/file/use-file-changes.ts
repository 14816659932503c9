import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'

const undoMs = 8_000

const sayMoved = ([first, ...others]: readonly FileEntry[]): string =>
  others.length === 0 ? `${first?.fileName} is` : `${others.length + 1} files and folders are`

/** What the screen does to files, each with its toasts. */
export function useFileChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.files.pathFilter())
  const undelete = useMutation(
    trpc.files.undelete.mutationOptions({
      meta: { failure: 'The file could not be restored' },
      onSettled,
    }),
  )
  const removeMany = useMutation(
    trpc.files.removeMany.mutationOptions({ meta: { failure: texts.deleteFailed }, onSettled }),
  )
  const moveMany = useMutation(
    trpc.files.move.mutationOptions({
      meta: { failure: 'The files could not be moved' },
      onSuccess: onSettled,
    }),
  )
  const restore = async (ids: string[]) => {
    for (const id of ids) await undelete.mutateAsync({ id })
    // It also takes the place of the offer to undo what is undone now.
    showToast({ title: ids.length === 1 ? 'File Restored' : 'Files Restored' })
  }
  const moveBack = async (files: readonly FileEntry[]) => {
    // A folder before what was in it, which came back with it.
    const paths = [...Map.groupBy(files, ({ path }) => path)].sort(
      ([one], [other]) => one.length - other.length,
    )
    for (const [path, group] of paths) await moveMany.mutateAsync({ ids: group.map(({ id }) => id), path })
    showToast({ title: 'Moved Back' })
  }
  return {
    isDeleting: removeMany.isPending,
    restore,
    async remove(ids: string[]) {
      await removeMany.mutateAsync({ ids })
      const run = () => void restore(ids).catch(() => {})
      showToast({
        title: ids.length === 1 ? texts.deleted : texts.deletedMany,
        description:
          ids.length === 1 ? texts.deletedText : `${ids.length} files have been deleted successfully.`,
        action: { label: 'Undo', run },
        duration: undoMs,
      })
    },
    /** The files are in the folder, with an offer to undo that. */
    async move(files: readonly FileEntry[], path: string) {
      await moveMany.mutateAsync({ ids: files.map(({ id }) => id), path })
      const moved = files.filter((file) => file.path !== path)
      if (moved.length === 0) return
      const run = () => void moveBack(moved).catch(() => {})
      showToast({
        title: moved.length === 1 ? 'File Moved' : 'Files Moved',
        description: `${sayMoved(moved)} now in ${path || 'the top folder'}.`,
        action: { label: 'Undo', run },
        duration: undoMs,
      })
    },
  }
}
