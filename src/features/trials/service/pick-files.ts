import { isShownName, readPath } from '#features/files/contract/names.ts'
import { formatLimit } from '#shared/bytes.ts'
import { invalid } from '#shared/errors.ts'
import { isPage, isServed, maxPageBytes, maxSiteBytes, maxSiteFiles } from '../contract/limits.ts'

export type TrialFile = { path: string; size: number }

/** Number of left-out files that are named. */
const namedLeftOut = 5

export type LeftOut = { count: number; first: string[] }

/** The path of a file below its site, as a browser sent it. @throws INVALID for an unusable path */
export function readTrialPath(given: string): string {
  const path = readPath(given.replaceAll('\\', '/'))
  if (path === null || path === '' || !path.split('/').every(isShownName))
    throw invalid('file', `"${given.slice(0, 100)}" is not an allowed file name.`)
  return path
}

export const tooLarge = () => invalid('file', `A temporary site holds at most ${formatLimit(maxSiteBytes)}.`)

function assertBounds(files: readonly TrialFile[]): void {
  if (files.length > maxSiteFiles)
    throw invalid('file', `A temporary site holds at most ${maxSiteFiles} files.`)
  if (files.reduce((sum, { size }) => sum + size, 0) > maxSiteBytes) throw tooLarge()
  const page = files.find(({ path, size }) => isPage(path) && size > maxPageBytes)
  if (page)
    throw invalid('file', `"${page.path}" is larger than ${formatLimit(maxPageBytes)}, the limit for a page.`)
}

function assertTree(files: readonly TrialFile[]): void {
  const paths = new Set(files.map(({ path }) => path))
  if (paths.size < files.length) throw invalid('file', 'Two of these files have the same name.')
  const isFolder = (path: string) => files.some((other) => other.path.startsWith(`${path}/`))
  const clash = files.find(({ path }) => isFolder(path))
  if (clash) throw invalid('file', `"${clash.path}" is both a file and a folder.`)
}

/**
 * The files of a temporary site, and those left out because browsers do not show them.
 * @throws INVALID beyond a limit, and without a start page
 */
export function pickFiles<File extends TrialFile>(all: readonly File[]): { files: File[]; leftOut: LeftOut } {
  const files = all.filter(({ path }) => isServed(path))
  assertBounds(files)
  assertTree(files)
  if (!files.some(({ path }) => path === 'index.html'))
    throw invalid('file', 'There is no index.html at the top level. Visitors see it first.')
  const others = all.flatMap(({ path }) => (isServed(path) ? [] : [path])).sort()
  return { files, leftOut: { count: others.length, first: others.slice(0, namedLeftOut) } }
}
