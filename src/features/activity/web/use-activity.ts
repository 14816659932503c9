import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Activity } from '#features/activity/contract.ts'
import { watchLive } from '#web/live/watch-live.ts'
import { useTRPC } from '#web/trpc.ts'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { stateNames } from './texts.ts'

/** A backup reports its progress several times a second; refetch once for all events within this time. */
const gatherMs = 1_000

/** The customer's long-running work, refetched whenever some of it may have changed. */
export function useActivity() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const viewerId = useViewer()?.id ?? ''
  const features = useFeatures()
  const query = useQuery(trpc.activity.list.queryOptions())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries(trpc.activity.list.queryFilter())
      }, gatherMs)
    }
    // Any change may be a start or an end; the user's own events are always followed.
    const kinds = ['user', ...features.flatMap(({ live = {} }) => Object.values(live).flat())]
    const stop = watchLive(viewerId, { kinds, changed: refresh, connected: refresh })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [features, queryClient, trpc, viewerId])
  return query
}

export const isRunning = ({ state }: Activity): boolean => state === 'running'

/** Announcement of what has just ended, for screen readers. */
export function useEnded(activities: readonly Activity[] | undefined): string {
  const seen = useRef<ReadonlySet<string>>(new Set())
  const [ended, setEnded] = useState('')
  useEffect(() => {
    if (!activities) return
    const found = activities.find((each) => seen.current.has(each.id) && !isRunning(each))
    seen.current = new Set(activities.filter(isRunning).map(({ id }) => id))
    if (found) setEnded(`${found.title}, ${found.subject}: ${stateNames[found.state]}`)
  }, [activities])
  return ended
}
