import { mib } from '#shared/bytes.ts'
import { day } from '#shared/time.ts'

/** Size limit of a zip upload. */
export const maxZipBytes = 25 * mib
/** Size limit of all files together. */
export const maxSiteBytes = 50 * mib
export const maxSiteFiles = 500
/** Size limit of one page, because the bar is added to it whenever it is served. */
export const maxPageBytes = 2 * mib
/** Lifetime of a temporary site. */
export const lifeMs = day
/** Longest lifetime of a site whose order awaits approval. */
export const longestLifeMs = 30 * day

const types = [
  ...['html', 'htm', 'css', 'js', 'mjs', 'json', 'map', 'webmanifest', 'txt', 'md', 'csv', 'xml', 'pdf'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'ico', 'bmp'],
  ...['woff', 'woff2', 'ttf', 'otf', 'eot', 'mp4', 'webm', 'mp3', 'ogg', 'wav', 'm4a'],
]
const served = new Set(types)
const pages = new Set(['html', 'htm'])

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** Whether a temporary site includes this file: hidden files and types that browsers do not show are left out. */
export const isServed = (path: string): boolean =>
  served.has(endingOf(path)) && !path.split('/').some((name) => name.startsWith('.'))

export const isPage = (path: string): boolean => pages.has(endingOf(path))
