import { isSeen, turning } from '#shared/text/shown-text.ts'

const encoder = new TextEncoder()

/** POSIX limit of one name, in UTF-8 bytes. */
const maxNameBytes = 255
export const maxPathBytes = 1_024
export const maxDepth = 16

const forbidden = /[\p{Cc}/\\]/u

export const nameRule =
  'Use a name of 1 to 255 bytes without slashes or control characters, other than "." and "..".'
export const shownRule = 'Use at least one visible character, and none that changes the text direction.'
export const pathRule = 'Separate folder names with "/", as in images/icons.'

/** One file or folder name in NFC, so that an NFD twin is the same name; `null` when it breaks the name rule. */
export function readName(text: string): string | null {
  if (!text.isWellFormed()) return null
  const name = text.normalize('NFC')
  if (name === '' || name === '.' || name === '..' || forbidden.test(name)) return null
  return encoder.encode(name).length <= maxNameBytes ? name : null
}

/** Whether a name is visually distinguishable. Checked for new names only: stored ones remain usable. */
export const isShownName = (name: string): boolean => isSeen(name) && !turning.test(name)

/**
 * A folder below the service's root, `''` for the root; one slash at either end is tolerated. `null` when a name breaks the rule.
 */
export function readPath(text: string): string | null {
  const bare = text.replace(/^\/|\/$/g, '')
  if (bare === '') return ''
  const names = bare.split('/').map(readName)
  if (names.length > maxDepth || names.includes(null)) return null
  const path = names.join('/')
  return encoder.encode(path).length <= maxPathBytes ? path : null
}

/** Folder and name as one path. */
export const joinPath = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name)

/** The folder and the name of a path. */
export function splitPath(path: string): { path: string; name: string } {
  const cut = path.lastIndexOf('/')
  return { path: path.slice(0, Math.max(cut, 0)), name: path.slice(cut + 1) }
}

/** The ancestors of a path, outermost first: `a`, `a/b` of `a/b/c`. */
export function ancestorsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, place) => names.slice(0, place + 1).join('/'))
}

/** `photo (2).jpg`: a free name next to an existing one, truncated if too long. */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const tail = ` (${number})${ending}`
  const letters = [...stem]
  while (letters.length > 0 && encoder.encode(letters.join('') + tail).length > maxNameBytes) letters.pop()
  return letters.join('') + tail
}
