import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import type { PayTarget } from '../../contract/contract.ts'

/** The payer, with a link to that customer. */
export const Payer = OwnerLink

/** The paid order or invoice, with a link to an order. */
export const PaidFor = ({
  target: { kind, id, title },
}: {
  target: Pick<PayTarget, 'kind' | 'id' | 'title'>
}) => (
  <ObjectLink type={kind} id={id}>
    {title}
  </ObjectLink>
)
