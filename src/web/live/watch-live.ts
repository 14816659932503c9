import { loadPage } from '../lib/navigation/lazy-page.ts'
import type { LiveWatcher } from './live-connection.ts'

/**
 * Follows the changes that concern this user (by id) until the returned function is called. What follows them is loaded
 * once a page is there: nothing that happens before the stream opens is missed, since everything is read again then.
 */
export function watchLive(viewer: string, watcher: LiveWatcher): () => void {
  let isOver = false
  let stop = () => {}
  const follow = async () => {
    const live = await loadPage(() => import('./live-connection.ts'))
    if (!isOver) stop = live.watchLive(viewer, watcher)
  }
  // A portal that was updated has it no more: the page stays as it is until the next one is loaded.
  follow().catch(() => undefined)
  return () => {
    isOver = true
    stop()
  }
}
