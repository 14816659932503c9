/** The type of a file by its ending: it is never what the client says, nor what the bytes look like. */
const byEnding: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/x-typescript',
  py: 'text/x-python',
  php: 'text/x-php',
  xml: 'application/xml',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  '7z': 'application/x-7z-compressed',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}

export const folderType = 'inode/directory'

/** The MIME type of a file name. */
export function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (name.includes('.') && byEnding[ending]) || 'application/octet-stream'
}

/** Images without a script in them, video, audio and plain text: all that is shown in place. */
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

/** What a file's icon shows. */
export function kindOf(type: string): FileKind {
  if (type === folderType) return 'folder'
  if (code.has(type)) return 'code'
  if (archives.has(type)) return 'archive'
  if (type === 'application/json' || type.startsWith('text/')) return 'text'
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other'
}
