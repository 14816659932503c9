import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { SelectField } from '#web/public/field.tsx'
import { useTRPC } from '#web/trpc.ts'

/** The order or service that a customer's message is about; nothing without orders. */
export function OrderField({ chosen }: { chosen: string | undefined }) {
  const { data: orders = [] } = useQuery(useTRPC().orders.list.queryOptions())
  if (orders.length === 0) return null
  return (
    <SelectField label="Service (optional)" name="orderId" defaultValue={chosen}>
      <option value="">None in particular</option>
      {orders.map(({ id, plan, domain }) => (
        <option key={id} value={id}>
          {plan.name} · {domain ? showName(domain) : orderNumber(id)}
        </option>
      ))}
    </SelectField>
  )
}
