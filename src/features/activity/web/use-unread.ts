import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTRPC } from '#web/trpc.ts'

/** Number of unread notices, and the announcement of its latest growth for screen readers. */
export function useUnread(): { unread: number; arrived: string } {
  const trpc = useTRPC()
  const unread = useQuery(trpc.notifications.unread.queryOptions()).data?.unread
  const before = useRef(unread)
  const [arrived, setArrived] = useState('')
  useEffect(() => {
    if (before.current !== undefined && unread !== undefined && unread !== before.current)
      setArrived(unread > before.current ? `New notification, ${unread} unread` : '')
    before.current = unread
  }, [unread])
  return { unread: unread ?? 0, arrived }
}
