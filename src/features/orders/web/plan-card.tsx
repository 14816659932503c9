import { Link } from '@tanstack/react-router'
import type { Plan } from '#features/catalogue/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { prefetchPart } from '#web/lib/load-part.ts'

/** The chunk of the payment modal, fetched when somebody is about to need it. */
export const loadPaymentDialog = () => import('./payment-dialog.tsx')

/** The link that opens the modal, which gets the focus back when it closes. */
export const chooseLinkId = (planId: string): string => `choose-${planId}`

function PlanPrice({ plan }: { plan: Plan }) {
  if (plan.isContact) return <p className="plan-price">Contact</p>
  return (
    <p className="plan-price">
      {formatPrice(plan.price)}
      <span className="plan-period">/month</span>
      {plan.originalPrice !== null && (
        <s className="plan-original">
          <span className="visually-hidden">before </span>
          {formatPrice(plan.originalPrice)}
        </s>
      )}
    </p>
  )
}

function PlanChoice({ plan, category }: { plan: Plan; category: string | undefined }) {
  const label = <span className="visually-hidden">{plan.name}</span>
  if (plan.isContact) {
    return (
      <a href="/contact" className="button plan-choose">
        Contact us about {plan.name}
      </a>
    )
  }
  return (
    <Link
      to="/select-plan"
      search={category ? { category, plan: plan.id } : { plan: plan.id }}
      resetScroll={false}
      id={chooseLinkId(plan.id)}
      className="button plan-choose"
      data-primary={plan.isPopular ? '' : undefined}
      onPointerEnter={() => prefetchPart(loadPaymentDialog)}
      onFocus={() => prefetchPart(loadPaymentDialog)}
    >
      Choose {label}
    </Link>
  )
}

/** A plan with its price and what it holds; choosing it opens the payment modal through the address. */
export function PlanCard({ plan, category }: { plan: Plan; category: string | undefined }) {
  return (
    <li className="plan-card" data-popular={plan.isPopular || undefined}>
      <h3>
        {plan.name}
        {plan.isPopular && <span className="plan-popular">Most popular</span>}
      </h3>
      {plan.description && <p className="plan-description">{plan.description}</p>}
      <PlanPrice plan={plan} />
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PlanChoice plan={plan} category={category} />
    </li>
  )
}
