/** Media types by file name extension. */
type Types = Readonly<Record<string, string>>

const common: Types = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
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
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  zip: 'application/zip',
  gz: 'application/gzip',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}

/** The types that a site serves. Sources and archives are plain bytes for visitors, who download them. */
export const siteTypes: Types = {
  ...common,
  shtml: 'text/html',
  ics: 'text/calendar',
  vtt: 'text/vtt',
  xml: 'text/xml',
  map: 'application/json',
  jsonld: 'application/ld+json',
  webmanifest: 'application/manifest+json',
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  ttf: 'font/ttf',
  otf: 'font/otf',
}

/** The kinds that the file manager distinguishes. */
export const fileTypes: Types = {
  ...common,
  log: 'text/plain',
  ts: 'text/x-typescript',
  py: 'text/x-python',
  php: 'text/x-php',
  xml: 'application/xml',
  mov: 'video/quicktime',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  rar: 'application/vnd.rar',
  tar: 'application/x-tar',
  tgz: 'application/gzip',
  '7z': 'application/x-7z-compressed',
}

/** The type of a file with an unknown extension. */
export const unknownType = 'application/octet-stream'
