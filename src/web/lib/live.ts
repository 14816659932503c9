import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type LiveEvent, watchLive } from './live-connection.ts'

/** Routers whose answers an event may change; of a kind that is not named here, the router of its plural. */
const concerned: Record<string, string[]> = {
  order: ['orders', 'servers', 'admin'],
  service: ['servers', 'orders', 'admin'],
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
 * re-read whenever the stream opens, since a change may have happened before (decisions section 1, "Live changes").
 */
export function useLiveEvents(changed?: (event: LiveEvent) => void): void {
  const cache = useQueryClient()
  const onChange = useEffectEvent((event: LiveEvent) => {
    const routers = routersOf(event.kind)
    void cache.invalidateQueries({ predicate: (query) => isOf(query, routers) })
    changed?.(event)
  })
  useEffect(
    () =>
      watchLive({
        changed: (event) => onChange(event),
        connected: () => void cache.invalidateQueries(),
      }),
    [cache],
  )
}
