import { statSync } from 'node:fs'

/** Distinguishes a file from a later one at the same path; null when there is none. */
export function identify(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : null
}
