import { statSync } from 'node:fs'

/** Tells a file from one that has taken its place; null when there is none. */
export function identify(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : null
}
