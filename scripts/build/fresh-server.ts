import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const madeFrom = ['src', 'db', 'public', 'scripts/build', 'bun.lock', 'package.json', 'tsconfig.json']

/** The output of `bun run build` for `bun run start`, and its description. */
const folderName = 'dist/server'
export const serverFolder = join(root, folderName)
export const buildInfoName = 'build.json'
/** The start of the build in milliseconds, and its checkout, whose paths the server contains. */
export type ServerBuildInfo = { builtAt: number; root: string }

/** Whether a path, or anything below it, has changed since. Compares the inode's change time, which is never set back. */
function isChanged(path: string, since: number): boolean {
  const stats = statSync(path)
  if (stats.ctimeMs >= since) return true
  return stats.isDirectory() && readdirSync(path).some((name) => isChanged(join(path, name), since))
}

/** The entry of the built server; null when there is none, or a source has changed since. */
export function findFreshServer(checkout = root): string | null {
  const folder = join(checkout, folderName)
  const note = join(folder, buildInfoName)
  if (!existsSync(note)) return null
  const made = JSON.parse(readFileSync(note, 'utf8')) as ServerBuildInfo
  if (made.root !== checkout || madeFrom.some((path) => isChanged(join(checkout, path), made.builtAt)))
    return null
  return join(folder, 'src/app/main.js')
}
