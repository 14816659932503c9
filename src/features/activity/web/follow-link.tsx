import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { actingBaseOf } from '#web/lib/calls/acting.ts'

type FollowLinkProps = {
  /** A path of the portal; without one the text is no link. */
  href: string | null | undefined
  /** Called when this tab navigates. */
  onFollow: () => void
  /** Called whenever the link is used, also for another tab or window. */
  onVisit?: (() => void) | undefined
  children: ReactNode
}

/** An entry's title, linked to its page. */
export function FollowLink({ href, onFollow, onVisit, children }: FollowLinkProps) {
  const router = useRouter()
  if (!href) return <div className="activity-link">{children}</div>
  const follow = (event: MouseEvent) => {
    onVisit?.()
    // The browser handles other tabs and windows, and pages of another customer's service need a full load.
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
