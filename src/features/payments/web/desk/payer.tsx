import { Link } from '@tanstack/react-router'
import type { PayTarget } from '../../contract.ts'

/** Who pays; leads to that customer. */
export const Payer = ({ user: { id, email } }: { user: PayTarget['user'] }) => (
  <Link to="/admin/customers" search={{ selected: id }}>
    {email}
  </Link>
)

/** What is paid, with the way to an order. */
export const PaidFor = ({
  target: { kind, id, title },
}: {
  target: Pick<PayTarget, 'kind' | 'id' | 'title'>
}) =>
  kind === 'order' ? (
    <Link to="/admin/orders" search={{ status: 'all', selected: id }}>
      {title}
    </Link>
  ) : (
    title
  )
