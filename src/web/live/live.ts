import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readViewer } from '#web/viewer.ts'
import { watchLive } from './live-connection.ts'

/** Routers whose answers an event may change; of a kind that is not named here, the router of its plural. */
const concerned: Record<string, string[]> = {
  order: ['orders', 'servers', 'admin'],
  service: ['servers', 'orders', 'admin'],
  // A website tells its last backup.
  backup: ['backups', 'servers'],
  mailbox: ['email'],
  job: ['admin'],
  contact: ['admin'],
}

const routersOf = (kind: string): string[] => concerned[kind] ?? [kind, `${kind}s`]

/** Whether a cached tRPC query, whose key begins with its path, belongs to one of the routers. */
function isOf(query: Query, routers: string[]): boolean {
  const [path] = query.queryKey
  return Array.isArray(path) && routers.includes(String(path[0]))
}

/**
 * Keeps what is on screen true while the component is there: each event re-reads the queries concerned, and everything is
 * re-read whenever the stream opens, since a change may have happened before (docs/product.md, "Live changes").
 */
export function useLiveEvents(): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      watchLive(readViewer(cache)?.id ?? '', {
        changed({ kind }) {
          const routers = routersOf(kind)
          void cache.invalidateQueries({ predicate: (query) => isOf(query, routers) })
        },
        connected: () => void cache.invalidateQueries(),
      }),
    [cache],
  )
}
