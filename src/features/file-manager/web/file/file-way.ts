import type { FileEntry } from '#features/files/contract/contract.ts'
import { kindOf } from '#features/files/contract/types.ts'
import { unknownType } from '#shared/http/media-types.ts'
import { maxEditedBytes } from '../../contract/limits.ts'

/** How a file is opened: as text, as what a browser shows, or not at all. */
export type FileWay = 'text' | 'image' | 'pdf' | 'video' | 'audio' | 'none'

const texts = new Set(['application/json', 'application/ld+json', 'application/xml', 'image/svg+xml'])

/** A small file of an unknown type may be a text, such as `.htaccess`: its bytes tell. */
export function wayOf({ fileType, fileSize }: Pick<FileEntry, 'fileType' | 'fileSize'>): FileWay {
  if (texts.has(fileType) || fileType.startsWith('text/')) return 'text'
  if (fileType === unknownType) return fileSize <= maxEditedBytes ? 'text' : 'none'
  if (fileType === 'application/pdf') return 'pdf'
  const kind = kindOf(fileType)
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'none'
}

/** What opening the file is called; nothing where all that can be done is to download it. */
export function openingOf(
  file: Pick<FileEntry, 'fileType' | 'fileSize'>,
): 'Edit' | 'Open' | 'View' | undefined {
  const way = wayOf(file)
  if (way === 'none') return undefined
  if (way !== 'text') return 'View'
  return file.fileType === unknownType || file.fileSize > maxEditedBytes ? 'Open' : 'Edit'
}
