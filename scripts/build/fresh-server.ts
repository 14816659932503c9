import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const madeFrom = ['src', 'db', 'public', 'scripts/build', 'bun.lock', 'package.json', 'tsconfig.json']

/** Where `bun run build` puts the server that `bun run start` starts, and what it says of it. */
const folderName = 'dist/server'
export const serverFolder = join(root, folderName)
export const noteName = 'build.json'
/** When the build began, in milliseconds, and the checkout that it was made in, whose paths it contains. */
export type ServerNote = { builtAt: number; root: string }

/** Whether something was written at a path, or below it, since. The time of the inode, unlike that of the contents, is never set back. */
function isChanged(path: string, since: number): boolean {
  const stats = statSync(path)
  if (stats.ctimeMs >= since) return true
  return stats.isDirectory() && readdirSync(path).some((name) => isChanged(join(path, name), since))
}

/** The entry of the server that `bun run build` made; null when there is none, or one of its sources has changed since. */
export function findFreshServer(checkout = root): string | null {
  const folder = join(checkout, folderName)
  const note = join(folder, noteName)
  if (!existsSync(note)) return null
  const made = JSON.parse(readFileSync(note, 'utf8')) as ServerNote
  if (made.root !== checkout || madeFrom.some((path) => isChanged(join(checkout, path), made.builtAt)))
    return null
  return join(folder, 'src/app/main.js')
}
