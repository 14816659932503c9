import type { ReactNode } from 'react'
import { formatPrice } from '#shared/money/money.ts'
import { CheckIcon } from '../ui/icons.tsx'

export type PricedPlan = {
  id: string
  name: string
  description: string | null
  price: number
  originalPrice: number | null
  isPopular: boolean
  /** A plan without fixed price or limits: both are negotiated. */
  isContact: boolean
}

function Price({ plan: { isContact, originalPrice, price } }: { plan: PricedPlan }) {
  if (isContact) return <p className="price-amount">Contact</p>
  return (
    <p className="price-amount">
      {originalPrice !== null && (
        <s>
          <span className="visually-hidden">was </span>
          {formatPrice(originalPrice)}
        </s>
      )}
      <strong>{formatPrice(price)}</strong>
      <span className="price-period">/month</span>
    </p>
  )
}

const agreed = ['Resources as you need them']

type ColumnProps = { plan: PricedPlan; features: string[]; children: ReactNode }

const Column = ({ plan, features, children }: ColumnProps) => (
  <li className="price-plan" data-popular={plan.isPopular || undefined}>
    <h3>
      {plan.name}
      {plan.isPopular && <span className="price-popular">Most popular</span>}
    </h3>
    <p className="price-text">{plan.description}</p>
    <Price plan={plan} />
    {children}
    <ul className="price-features" aria-label={`Included in ${plan.name}`}>
      {features.map((text) => (
        <li key={text}>
          <CheckIcon size={14} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </li>
)

type PriceListProps<Plan extends PricedPlan> = {
  plans: readonly Plan[]
  featuresOf: (plan: Plan) => string[]
  /** The link to order a plan, or to ask about it. */
  actionOf: (plan: Plan) => ReactNode
}

/** Plans on one baseline, each with its price, its action and its limits; the popular one has the marigold rule. */
export function PriceList<Plan extends PricedPlan>({ plans, featuresOf, actionOf }: PriceListProps<Plan>) {
  return (
    <ul className="price-list" data-dense={plans.length > 5 || undefined}>
      {plans.map((plan) => (
        <Column key={plan.id} plan={plan} features={plan.isContact ? agreed : featuresOf(plan)}>
          {actionOf(plan)}
        </Column>
      ))}
    </ul>
  )
}
