import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPCClient } from '#web/trpc.ts'
import { readViewer, writeViewer } from '#web/viewer.ts'
import { watchLive } from './watch-live.ts'

/**
 * Keeps the viewer up to date, also after changes in another tab or on another device. A viewer who acts for
 * another account changes only with a page load.
 */
export function useViewerChanges(): void {
  const cache = useQueryClient()
  const client = useTRPCClient()
  useEffect(() => {
    const viewer = readViewer(cache)
    if (!viewer || viewer.actingFor) return
    let reads = 0
    const read = async () => {
      reads += 1
      const turn = reads
      const user = await client.auth.user.query().catch(() => null)
      // A late response may be older than the change.
      if (user && turn === reads) writeViewer(cache, user)
    }
    let isFirst = true
    return watchLive(viewer.id, {
      kinds: ['user'],
      changed: () => void read(),
      connected() {
        // The page is still fresh when its first stream opens.
        if (!isFirst) void read()
        isFirst = false
      },
    })
  }, [cache, client])
}
