import { useMutation } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { callAddress } from '#web/lib/calls/acting.ts'
import { useTRPC } from '#web/trpc.ts'

/** Where a file's bytes are; shown in place or saved. */
export const contentUrl = (id: string, disposition: 'inline' | 'attachment'): string =>
  callAddress(`/api/files/${id}/content?disposition=${disposition}`)

/** Where a file is saved from, or a folder as a zip. */
export const downloadUrl = ({ id, isFolder }: Pick<FileEntry, 'id' | 'isFolder'>): string =>
  isFolder ? callAddress(`/api/files/archive?ids=${id}`) : contentUrl(id, 'attachment')

/** Has the browser save what is at an address of the portal. */
function save(href: string): void {
  const link = document.createElement('a')
  link.href = callAddress(href)
  link.download = ''
  link.click()
}

/** Asks for an archive of many files and saves it. */
export const useArchiveDownload = () =>
  useMutation(
    useTRPC().files.archive.mutationOptions({
      meta: { failure: 'The files could not be downloaded' },
      onSuccess: ({ url }) => save(url),
    }),
  )
