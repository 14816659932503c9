import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatClock } from '#shared/time.ts'
import { titleOf } from '../lib/navigation/page-title.ts'
import { useSite } from '../site.tsx'
import { showToast } from '../ui/overlays/toast.ts'
import { useViewer, type Viewer } from '../viewer.ts'

type ViewBannerProps = { viewing: NonNullable<Viewer['viewing']> }

/** Leaves the view for the customer's page, where it began. */
const leaveTo = (customerId: string): void => window.location.replace(`/admin/customers/${customerId}`)

/** Shown on every page that an administrator views as a customer; leaves the view when its time is over. */
export function ViewBanner({ viewing: { id, endsAt } }: ViewBannerProps) {
  const viewer = useViewer()
  const { renderedAt } = useSite()
  const [isEnding, setEnding] = useState(false)
  const customerId = viewer?.id ?? ''
  useEffect(() => {
    // By the server's clock at render time.
    const left = new Date(endsAt).getTime() - new Date(renderedAt ?? endsAt).getTime()
    const timer = setTimeout(() => leaveTo(customerId), left)
    return () => clearTimeout(timer)
  }, [endsAt, renderedAt, customerId])
  const end = async () => {
    setEnding(true)
    // The administrator's own call, not one under the view's path prefix.
    const answer = await fetch(`/api/admin/views/${id}`, { method: 'DELETE' }).catch(() => null)
    if (answer?.ok) return leaveTo(customerId)
    setEnding(false)
    showToast({
      title: 'The view could not be ended',
      description: `It ends at ${formatClock(endsAt)}.`,
      variant: 'destructive',
    })
  }
  return (
    <section className="view-banner" aria-label="View as customer">
      <p>
        Viewing as <strong>{viewer?.email}</strong> <span className="view-banner-dot">· </span>
        <span className="view-banner-end">read-only · ends {formatClock(endsAt)}</span>
      </p>
      <button type="button" className="button" disabled={isEnding} onClick={end}>
        End
      </button>
    </section>
  )
}

/** Replaces a page that is private to the account. */
export const PrivatePage = () => (
  <>
    <div className="page-header">
      <h1>{useMatches({ select: titleOf })}</h1>
      <p>A customer’s account, messages and database contents are private.</p>
    </div>
    <Link to="/" className="button">
      Back to the dashboard
    </Link>
  </>
)
