import type { FileEntry } from '#features/files/contract/contract.ts'
import { kindOf } from '#features/files/contract/types.ts'
import { unknownType } from '#shared/http/media-types.ts'
import { maxEditedBytes } from '../../contract/limits.ts'

/** How a file opens: as text, in the browser's viewer, or not at all. */
export type FileViewer = 'text' | 'image' | 'pdf' | 'video' | 'audio' | 'none'

const texts = new Set(['application/json', 'application/ld+json', 'application/xml', 'image/svg+xml'])

/** A small file of an unknown type may be text, such as `.htaccess`: its bytes decide. */
export function viewerOf({ fileType, fileSize }: Pick<FileEntry, 'fileType' | 'fileSize'>): FileViewer {
  if (texts.has(fileType) || fileType.startsWith('text/')) return 'text'
  if (fileType === unknownType) return fileSize <= maxEditedBytes ? 'text' : 'none'
  if (fileType === 'application/pdf') return 'pdf'
  const kind = kindOf(fileType)
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'none'
}

/** The label for opening a file; none for a file that can only be downloaded. */
export function openingOf(
  file: Pick<FileEntry, 'fileType' | 'fileSize'>,
): 'Edit' | 'Open' | 'View' | undefined {
  const way = viewerOf(file)
  if (way === 'none') return undefined
  if (way !== 'text') return 'View'
  return file.fileType === unknownType || file.fileSize > maxEditedBytes ? 'Open' : 'Edit'
}
