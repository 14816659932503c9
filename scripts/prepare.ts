import { existsSync } from 'node:fs'

/** Runs git in the project; null when there is no git, or it refuses. */
function git(...args: string[]): string | null {
  const path = Bun.which('git')
  if (path === null) return null
  const { success, stdout } = Bun.spawnSync([path, ...args], { stdout: 'pipe', stderr: 'ignore' })
  return success ? stdout.toString().trim() : null
}

// After `bun install`: git finds the hooks of this project, unless its owner chose others. An archive without
// .git, a machine without git, and a linked work tree (its settings are the main one's) are left alone.
const isOwnRepository = existsSync('.git/HEAD') && git('rev-parse', '--show-toplevel') !== null
if (isOwnRepository && !process.env.CI && git('config', 'core.hooksPath') === null) {
  git('config', 'core.hooksPath', 'scripts/hooks')
}
