import { countText } from '#shared/text/count-text.ts'
import { useViewer } from '#web/viewer.ts'
import type { Followed } from '../waiting.ts'
import { describeOutcome } from './followed-order.tsx'

type Words = { title: string; text: string }

function readDecided(followed: readonly Followed[]): Words {
  const [first, ...others] = followed
  if (!first || first.kind === 'pending')
    return { title: 'Nothing is pending', text: 'All your orders have been processed.' }
  if (others.length > 0)
    return { title: 'Your orders were reviewed', text: 'The outcome of each order is below.' }
  if (first.kind === 'open') return { title: 'Order Approved', text: describeOutcome(first) }
  const title = first.order.status === 'rejected' ? 'Order Not Approved' : 'Order Cancelled'
  return { title, text: describeOutcome(first) }
}

function readWaiting(count: number, hasDashboard: boolean, email: string): Words {
  const orders = count === 1 ? 'Your order is' : `Your ${countText(count, 'order')} are`
  const promise = `The review takes up to 24 hours. We will email ${email} on activation.`
  if (!hasDashboard)
    return {
      title: 'Account Pending Activation',
      text: `${orders} with our team. ${promise} This page updates automatically.`,
    }
  return {
    title: `${orders} in review`,
    text: `Your other services keep running. ${promise} This page updates automatically.`,
  }
}

type PendingHeaderProps = { followed: readonly Followed[]; hasDashboard: boolean }

/** Page heading: pending or decided; announced when it changes. */
export function PendingHeader({ followed, hasDashboard }: PendingHeaderProps) {
  const email = useViewer()?.email ?? ''
  const count = followed.filter(({ kind }) => kind === 'pending').length
  const { title, text } = count > 0 ? readWaiting(count, hasDashboard, email) : readDecided(followed)
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className="flow-lead">{text}</p>
    </div>
  )
}
