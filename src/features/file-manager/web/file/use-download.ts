import { useMutation } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { callAddress } from '#web/lib/calls/acting.ts'
import { useTRPC } from '#web/trpc.ts'

/** The URL of a file's bytes, for display or download. */
export const contentUrl = (id: string, disposition: 'inline' | 'attachment'): string =>
  callAddress(`/api/files/${id}/content?disposition=${disposition}`)

/** The download URL of a file, or of a folder as a zip. */
export const downloadUrl = ({ id, isFolder }: Pick<FileEntry, 'id' | 'isFolder'>): string =>
  isFolder ? callAddress(`/api/files/archive?ids=${id}`) : contentUrl(id, 'attachment')

/** Makes the browser download a portal URL. */
function save(href: string): void {
  const link = document.createElement('a')
  link.href = callAddress(href)
  link.download = ''
  link.click()
}

/** Requests an archive of many files and downloads it. */
export const useArchiveDownload = () =>
  useMutation(
    useTRPC().files.archive.mutationOptions({
      meta: { failure: 'The files could not be downloaded' },
      onSuccess: ({ url }) => save(url),
    }),
  )
