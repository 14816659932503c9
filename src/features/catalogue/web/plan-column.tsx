import type { Plan } from '#features/catalogue/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { AuthLink, type OpenAuth } from '#web/public/public-header.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'

function Price({ plan }: { plan: Plan }) {
  if (plan.isContact) return <p className="landing-price">Contact</p>
  return (
    <p className="landing-price">
      {plan.originalPrice !== null && (
        <s>
          <span className="visually-hidden">was </span>
          {formatPrice(plan.originalPrice)}
        </s>
      )}
      <strong>{formatPrice(plan.price)}</strong>
      <span className="landing-period">/month</span>
    </p>
  )
}

function PlanAction({ plan, onAuth }: { plan: Plan; onAuth: OpenAuth | undefined }) {
  const look = { className: 'button', 'data-primary': plan.isPopular ? '' : undefined }
  if (plan.isContact) {
    return (
      <a {...look} href="/contact">
        Contact Sales
      </a>
    )
  }
  return (
    <AuthLink {...look} mode="signup" onAuth={onAuth}>
      {`Choose ${plan.name}`}
    </AuthLink>
  )
}

/** One plan of the price list, all of them on one baseline; the popular one has the marigold rule. */
export function PlanColumn({ plan, onAuth }: { plan: Plan; onAuth: OpenAuth | undefined }) {
  return (
    <li className={plan.isPopular ? 'landing-plan is-popular' : 'landing-plan'}>
      <h3>
        {plan.name}
        {plan.isPopular && <span className="landing-popular">Most popular</span>}
      </h3>
      <p className="landing-plan-text">{plan.description}</p>
      <Price plan={plan} />
      <PlanAction plan={plan} onAuth={onAuth} />
      <ul className="landing-features" aria-label={`What ${plan.name} holds`}>
        {plan.isContact ? (
          <li>
            <CheckIcon size={14} /> Resources as you need them
          </li>
        ) : (
          plan.features.map((feature) => (
            <li key={feature}>
              <CheckIcon size={14} /> {feature}
            </li>
          ))
        )}
      </ul>
    </li>
  )
}
