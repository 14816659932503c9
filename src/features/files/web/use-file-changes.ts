import { texts } from '#features/files/contract/texts.ts'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'

const undoMs = 8_000

/** What the screen does to files, each with its toasts. */
export function useFileChanges() {
  const utils = trpc.useUtils()
  const onSettled = () => utils.files.invalidate()
  const undelete = trpc.files.undelete.useMutation({
    meta: { failure: 'The file could not be restored' },
    onSettled,
  })
  const removeMany = trpc.files.removeMany.useMutation({ meta: { failure: texts.deleteFailed }, onSettled })
  const restore = async (ids: string[]) => {
    for (const id of ids) await undelete.mutateAsync({ id })
    // It also takes the place of the offer to undo what is undone now.
    showToast({ title: ids.length === 1 ? 'File Restored' : 'Files Restored' })
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
  }
}
