import { mib } from '#shared/bytes.ts'
import { day } from '#shared/time.ts'

/** Of an upload as it comes, if it is a zip. */
export const maxZipBytes = 25 * mib
/** Of all files together. */
export const maxSiteBytes = 50 * mib
export const maxSiteFiles = 500
/** Of one page: something is added to it whenever it is served. */
export const maxPageBytes = 2 * mib
/** How long a temporary site stays. */
export const lifeMs = day
/** How long one stays at most that waits for the approval of an order. */
export const longestLifeMs = 30 * day

const types = [
  ...['html', 'htm', 'css', 'js', 'mjs', 'json', 'map', 'webmanifest', 'txt', 'md', 'csv', 'xml', 'pdf'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'ico', 'bmp'],
  ...['woff', 'woff2', 'ttf', 'otf', 'eot', 'mp4', 'webm', 'mp3', 'ogg', 'wav', 'm4a'],
]
const served = new Set(types)
const pages = new Set(['html', 'htm'])

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** Whether a file of this path becomes part of a temporary site: nothing hidden, and nothing that a browser does not show. */
export const isServed = (path: string): boolean =>
  served.has(endingOf(path)) && !path.split('/').some((name) => name.startsWith('.'))

export const isPage = (path: string): boolean => pages.has(endingOf(path))
