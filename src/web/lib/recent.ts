import { keep, readKept } from './kept.ts'

const keptUnder = 'recent'
const most = 5

type Recent = { of: string; ids: string[] }

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'of' in value &&
  'ids' in value &&
  Array.isArray(value.ids) &&
  value.ids.every((id) => typeof id === 'string')

/** The latest choices of this user in this browser, the latest first; nothing of anybody else. */
export function recentOf(viewerId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readKept(keptUnder) ?? 'null')
    return isRecent(kept) && kept.of === viewerId ? kept.ids : []
  } catch {
    return []
  }
}

/** The id is the latest choice of this user; the five latest are kept. */
export function noteRecent(viewerId: string, id: string): void {
  const ids = [id, ...recentOf(viewerId).filter((each) => each !== id)].slice(0, most)
  keep(keptUnder, JSON.stringify({ of: viewerId, ids } satisfies Recent))
}

/** The choices made here are forgotten. */
export const forgetRecent = (): void => keep(keptUnder, null)
