export const folderType = 'inode/directory'
export const zipType = 'application/zip'

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const largestPicture = 8 * 1_024 * 1_024

/** Whether a file is shown as a picture: a raster image of moderate size. */
export const isPicture = ({ fileType, fileSize }: { fileType: string; fileSize: number }): boolean =>
  pictures.has(fileType) && fileSize <= largestPicture

/** Types shown in place: images without scripts, video, audio and plain text. */
export const isShownInline = (type: string): boolean =>
  type === 'text/plain' || (/^(image|video|audio)\//.test(type) && type !== 'image/svg+xml')

export type FileKind = 'folder' | 'image' | 'video' | 'audio' | 'text' | 'archive' | 'code' | 'other'

const code = new Set([
  'text/javascript',
  'text/x-python',
  'text/html',
  'text/css',
  'text/x-typescript',
  'text/x-php',
])
const archives = new Set([
  'application/zip',
  'application/vnd.rar',
  'application/x-tar',
  'application/gzip',
  'application/x-7z-compressed',
])

/** The kinds of file icons. */
export function kindOf(type: string): FileKind {
  if (type === folderType) return 'folder'
  if (code.has(type)) return 'code'
  if (archives.has(type)) return 'archive'
  if (type === 'application/json' || type.startsWith('text/')) return 'text'
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other'
}
