import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { actingBaseOf } from '#web/lib/calls/acting.ts'

type FollowLinkProps = {
  /** An address of the portal; without one the words lead nowhere. */
  href: string | null | undefined
  /** Called when this page goes there. */
  onFollow: () => void
  /** Called whenever the link is used, also for another tab or window. */
  onVisit?: (() => void) | undefined
  children: ReactNode
}

/** What an entry of the drawer is about, leading to its page. */
export function FollowLink({ href, onFollow, onVisit, children }: FollowLinkProps) {
  const router = useRouter()
  if (!href) return <div className="activity-link">{children}</div>
  const follow = (event: MouseEvent) => {
    onVisit?.()
    // Another tab or window is the browser's own business, and so is a page about somebody else's service.
    if (event.metaKey || event.ctrlKey || event.shiftKey || actingBaseOf(href)) return
    event.preventDefault()
    onFollow()
    void router.navigate({ href })
  }
  return (
    <a className="activity-link" href={href} onClick={follow}>
      {children}
    </a>
  )
}
