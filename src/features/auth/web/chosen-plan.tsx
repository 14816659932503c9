import { useQuery } from '@tanstack/react-query'
import { formatPrice } from '#shared/money/money.ts'
import { useTRPC } from '#web/trpc.ts'

/** The plan to be ordered after sign-in, above the form. */
export function ChosenPlan({ id }: { id: string }) {
  const { data = [] } = useQuery(useTRPC().catalogue.all.queryOptions())
  const plan = data.flatMap(({ plans }) => plans).find((each) => each.id === id)
  if (!plan) return null
  return (
    <p className="auth-plan">
      <span>
        Your plan: <strong>{plan.name}</strong>
      </span>
      <span>{formatPrice(plan.price)}/month</span>
    </p>
  )
}
