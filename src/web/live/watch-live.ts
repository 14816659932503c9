import { loadPage } from '../lib/navigation/lazy-page.ts'
import type { LiveWatcher } from './live-connection.ts'

/**
 * Subscribes to changes that concern this user (by id) until the returned function is called. The stream's code loads
 * after the page: nothing is missed, since an opened stream refetches everything.
 */
export function watchLive(viewer: string, watcher: LiveWatcher): () => void {
  let isOver = false
  let stop = () => {}
  const follow = async () => {
    const live = await loadPage(() => import('./live-connection.ts'))
    if (!isOver) stop = live.watchLive(viewer, watcher)
  }
  // An updated portal no longer has the chunk: the page continues without it until the next load.
  follow().catch(() => undefined)
  return () => {
    isOver = true
    stop()
  }
}
