import type { Plan } from '#features/catalogue/contract.ts'
import { AuthLink, type OpenAuth } from '#web/public/public-header.tsx'

type PlanActionProps = { plan: Plan; onAuth: OpenAuth | undefined }

/** From a plan to its order, by way of an account; one that is agreed on leads to a person. */
export function PlanAction({ plan, onAuth }: PlanActionProps) {
  const className = plan.isPopular ? 'public-button is-narrow' : 'public-button is-narrow is-quiet'
  if (plan.isContact) {
    return (
      <a className={className} href="/contact">
        Contact Sales
      </a>
    )
  }
  return (
    <AuthLink mode="signup" plan={plan.id} className={className} onAuth={onAuth}>
      {`Choose ${plan.name}`}
    </AuthLink>
  )
}
