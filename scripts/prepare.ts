import { existsSync } from 'node:fs'

/** Runs git in the project; null when git is missing or fails. */
function git(...args: string[]): string | null {
  const path = Bun.which('git')
  if (path === null) return null
  const { success, stdout } = Bun.spawnSync([path, ...args], { stdout: 'pipe', stderr: 'ignore' })
  return success ? stdout.toString().trim() : null
}

// After `bun install`: sets the git hooks of this project, unless its owner chose others. Does nothing in an archive without
// .git, without git, or in a linked work tree (which shares its settings with the main one).
const isOwnRepository = existsSync('.git/HEAD') && git('rev-parse', '--show-toplevel') !== null
if (isOwnRepository && !process.env.CI && git('config', 'core.hooksPath') === null) {
  git('config', 'core.hooksPath', 'scripts/hooks')
}
