import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Activity } from '#features/activity/contract.ts'
import { watchLive } from '#web/live/live-connection.ts'
import { useTRPC } from '#web/trpc.ts'
import { useViewer } from '#web/viewer.ts'
import { stateNames } from './texts.ts'

/** What a page shows comes first: nobody waits for a count. */
const settleMs = 1_500
/** A backup reports its progress several times a second; the list is read once for all events within this time. */
const gatherMs = 1_000
const kinds = ['order', 'service', 'backup', 'project', 'domain', 'database']

/** True once the page has been there for a moment and the browser is idle. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => setSettled(true)
    const timer = setTimeout(
      () => (typeof requestIdleCallback === 'undefined' ? settle() : requestIdleCallback(settle)),
      settleMs,
    )
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** The customer's long work, read when the page is idle or somebody looks, and again whenever some of it may have changed. */
export function useActivity(isOpen: boolean) {
  const trpc = useTRPC()
  const isSettled = useSettled()
  const isWanted = isSettled || isOpen
  const queryClient = useQueryClient()
  const viewerId = useViewer()?.id ?? ''
  const query = useQuery(trpc.activity.list.queryOptions(undefined, { enabled: isWanted }))
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries(trpc.activity.list.queryFilter())
      }, gatherMs)
    }
    const stop = watchLive(viewerId, { kinds, changed: refresh, connected: refresh })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isWanted, queryClient, trpc, viewerId])
  return query
}

export const isRunning = ({ state }: Activity): boolean => state === 'running'

/** What has just ended, in words, for those who do not see the bell. */
export function useNews(activities: readonly Activity[] | undefined): string {
  const seen = useRef<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState('')
  useEffect(() => {
    if (!activities) return
    const ended = activities.find((each) => seen.current.has(each.id) && !isRunning(each))
    seen.current = new Set(activities.filter(isRunning).map(({ id }) => id))
    if (ended) setNews(`${ended.title}, ${ended.subject}: ${stateNames[ended.state]}`)
  }, [activities])
  return news
}
