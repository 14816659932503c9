import type { PageContext } from '#web/areas.tsx'
import { browseInputOf, type FilesSearch, serviceInputOf } from './files-search.ts'

/** Prefetches the data that the screen shows at a URL. */
export function prefetchFiles({ queryClient, trpc }: PageContext, search: FilesSearch): Promise<unknown> {
  const shown = () => {
    if (search.open) return [queryClient.prefetchQuery(trpc.files.get.queryOptions({ id: search.open }))]
    if (search.show === 'trash') {
      const input = serviceInputOf(search)
      return [
        queryClient.prefetchQuery(trpc.files.trash.queryOptions(input)),
        queryClient.prefetchQuery(trpc.files.trashTotals.queryOptions(input)),
      ]
    }
    if (search.show === 'shares') return [queryClient.prefetchQuery(trpc.files.shares.list.queryOptions())]
    return [queryClient.prefetchQuery(trpc.files.browse.queryOptions(browseInputOf(search)))]
  }
  return Promise.all([...shown(), queryClient.prefetchQuery(trpc.servers.list.queryOptions())])
}
