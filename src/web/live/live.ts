import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WebFeature } from '#web/feature.ts'
import { useFeatures } from '#web/use-features.ts'
import { readViewer } from '#web/viewer.ts'
import { watchLive } from './watch-live.ts'

/** Procedure groups whose results a change may alter, by its kind. */
function groupsByKind(features: readonly WebFeature[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [group, kinds] of features.flatMap(({ live = {} }) => Object.entries(live))) {
    for (const kind of kinds) groups.set(kind, [...(groups.get(kind) ?? []), group])
  }
  return groups
}

/** Whether a cached tRPC query, whose key begins with its path, belongs to one of the groups. */
function isOf(query: Query, groups: readonly string[]): boolean {
  const [path] = query.queryKey
  return Array.isArray(path) && groups.includes(String(path[0]))
}

/**
 * Keeps the screen up to date while the component is mounted: each event refetches the queries that a feature lists for
 * its kind, and an opened stream refetches everything, since earlier changes were missed.
 */
export function useLiveEvents(): void {
  const cache = useQueryClient()
  const features = useFeatures()
  useEffect(() => {
    const concerned = groupsByKind(features)
    return watchLive(readViewer(cache)?.id ?? '', {
      kinds: [...concerned.keys()],
      changed({ kind }) {
        const groups = concerned.get(kind) ?? []
        void cache.invalidateQueries({ predicate: (query) => isOf(query, groups) })
      },
      connected: () => void cache.invalidateQueries(),
    })
  }, [cache, features])
}
