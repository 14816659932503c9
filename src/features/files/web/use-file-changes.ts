import { texts } from '#features/files/contract/texts.ts'
import type { FileEntry } from '#features/files/contract.ts'
import { formatMoment } from '#shared/time.ts'
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
  const shareOne = trpc.files.share.useMutation({ meta: { failure: 'The file could not be shared' } })
  const restore = async (ids: string[]) => {
    for (const id of ids) await undelete.mutateAsync({ id })
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
    async share({ id }: FileEntry) {
      const { url, expiresAt } = await shareOne.mutateAsync({ id })
      const isCopied = await navigator.clipboard?.writeText(url).then(
        () => true,
        () => false,
      )
      const until = `It works until ${formatMoment(expiresAt)}.`
      showToast({
        title: isCopied ? 'Link copied' : 'Link created',
        description: isCopied ? until : `${url} ${until}`,
        duration: 20_000,
      })
    },
  }
}

/** Where a file's bytes are; shown in place or saved. */
export const contentUrl = (id: string, disposition: 'inline' | 'attachment'): string =>
  `/api/files/${id}/content?disposition=${disposition}`

/** Where a selection is a zip, or the one file of it is itself. */
export const downloadUrl = (rows: readonly Pick<FileEntry, 'id' | 'isFolder'>[]): string => {
  const [only] = rows
  if (rows.length === 1 && only && !only.isFolder) return contentUrl(only.id, 'attachment')
  return `/api/files/archive?ids=${rows.map(({ id }) => id).join(',')}`
}
