import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'

/** Page size. */
const step = 20

/** The newest notices and their actions. */
export function useNotices() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [limit, setLimit] = useState(step)
  const options = trpc.notifications.list.queryOptions({ limit: limit + 1 })
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const onSettled = () => queryClient.invalidateQueries(trpc.notifications.pathFilter())
  const { markRead, remove } = trpc.notifications
  return {
    query,
    notices: query.data?.slice(0, limit) ?? [],
    /** Loads older ones; null when there are none. */
    showOlder: (query.data?.length ?? 0) > limit ? () => setLimit(limit + step) : null,
    markRead: useMutation(
      markRead.mutationOptions({
        meta: { failure: 'The notifications could not be marked as read' },
        onSettled,
      }),
    ),
    remove: useMutation(
      remove.mutationOptions({ meta: { failure: 'The notification could not be removed' }, onSettled }),
    ),
  }
}
