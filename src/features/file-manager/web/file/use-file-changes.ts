import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'

const undoMs = 8_000

/** `File`, `Folder`, or the plural of both, in toast titles. */
function kindOfAll(files: readonly FileEntry[]): string {
  const isFolders = files.every(({ isFolder }) => isFolder)
  return `${isFolders ? 'Folder' : 'File'}${files.length === 1 ? '' : 's'}`
}

const reportMoved = ([first, ...others]: readonly FileEntry[]): string =>
  others.length === 0 ? `${first?.fileName} is` : `${others.length + 1} files and folders are`

function reportDeleted(files: readonly FileEntry[]): { title: string; description: string } {
  const [only, ...others] = files
  if (others.length > 0)
    return { title: texts.deletedMany, description: `${files.length} items are in the trash.` }
  return only?.isFolder
    ? { title: 'Folder Deleted', description: `${only.fileName} and its files are in the trash.` }
    : { title: texts.deleted, description: texts.deletedText }
}

/** File operations of the screen, each with its toasts. */
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
  const restore = async (files: readonly FileEntry[]) => {
    for (const { id } of files) await undelete.mutateAsync({ id })
    // This toast also replaces the offer to undo.
    showToast({ title: `${kindOfAll(files)} Restored` })
  }
  const moveBack = async (files: readonly FileEntry[]) => {
    // A folder before its contents, which are restored with it.
    const paths = [...Map.groupBy(files, ({ path }) => path)].sort(
      ([one], [other]) => one.length - other.length,
    )
    for (const [path, group] of paths) await moveMany.mutateAsync({ ids: group.map(({ id }) => id), path })
    showToast({ title: 'Moved Back' })
  }
  return {
    isDeleting: removeMany.isPending,
    restore,
    async remove(files: readonly FileEntry[]) {
      const ids = files.map(({ id }) => id)
      await removeMany.mutateAsync({ ids })
      const run = () => void restore(files).catch(() => {})
      showToast({ ...reportDeleted(files), action: { label: 'Undo', run }, duration: undoMs })
    },
    /** Reports the move, with an offer to undo it. */
    async move(files: readonly FileEntry[], path: string) {
      await moveMany.mutateAsync({ ids: files.map(({ id }) => id), path })
      const moved = files.filter((file) => file.path !== path)
      if (moved.length === 0) return
      const run = () => void moveBack(moved).catch(() => {})
      showToast({
        title: `${kindOfAll(moved)} Moved`,
        description: `${reportMoved(moved)} now in ${path || 'the top folder'}.`,
        action: { label: 'Undo', run },
        duration: undoMs,
      })
    },
  }
}
