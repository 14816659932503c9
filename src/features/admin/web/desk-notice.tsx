import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Health } from '#features/admin/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { ShieldIcon } from '#web/ui/icons.tsx'

function waitingText({ pendingOrders, problems }: Health): string {
  const orders =
    pendingOrders > 0 ? `${countText(pendingOrders, 'order is', 'orders are')} waiting for approval.` : null
  const all = [orders, ...problems].filter(Boolean)
  return all.length > 0 ? all.join(' ') : 'No orders are waiting.'
}

/** The link from an administrator's dashboard to the desk, with its waiting orders. */
export function DeskNotice() {
  const trpc = useTRPC()
  // Not loaded when the page was refused: the desk may be closed until two-factor sign-in is on.
  const isKnown = ({ state }: { state: { data: unknown } }) => state.data !== undefined
  const health = useQuery(trpc.admin.health.queryOptions(undefined, { enabled: isKnown })).data
  const waiting = health?.pendingOrders ?? 0
  return (
    <section className="desk-notice" aria-labelledby="desk-notice-title">
      <ShieldIcon size={20} />
      <div className="desk-notice-text">
        <h2 id="desk-notice-title">Admin Panel</h2>
        <p>{health ? waitingText(health) : 'Orders, customers and the state of the portal.'}</p>
      </div>
      <div className="desk-notice-ways">
        {waiting > 0 && (
          <Link to="/admin/orders" className="button" data-primary="">
            {waiting === 1 ? 'Review the order' : `Review ${waiting} orders`}
          </Link>
        )}
        <Link to="/admin" className="button" data-primary={waiting === 0 ? '' : undefined}>
          Open the Admin Panel
        </Link>
      </div>
    </section>
  )
}
