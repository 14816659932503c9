import { readStored, writeStored } from './browser-storage.ts'

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

/** This user's latest choices in this browser, newest first. */
export function recentOf(viewerId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(keptUnder) ?? 'null')
    return isRecent(kept) && kept.of === viewerId ? kept.ids : []
  } catch {
    return []
  }
}

/** Records this user's latest choice; keeps five. */
export function noteRecent(viewerId: string, id: string): void {
  const ids = [id, ...recentOf(viewerId).filter((each) => each !== id)].slice(0, most)
  writeStored(keptUnder, JSON.stringify({ of: viewerId, ids } satisfies Recent))
}

/** Deletes the recent choices. */
export const forgetRecent = (): void => writeStored(keptUnder, null)
