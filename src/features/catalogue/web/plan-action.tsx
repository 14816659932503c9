import type { Plan } from '#features/catalogue/contract/contract.ts'
import { AuthLink, type OpenAuth } from '#web/public/public-header.tsx'

type PlanActionProps = { plan: Plan; onAuth: OpenAuth | undefined }

/** The link from a plan to its order, via sign-up; a contact-sales plan opens the contact page. */
export function PlanAction({ plan, onAuth }: PlanActionProps) {
  const look = { className: 'button', 'data-primary': plan.isPopular ? '' : undefined }
  if (plan.isContact) {
    return (
      <a {...look} href="/contact">
        Contact Sales
      </a>
    )
  }
  return (
    <AuthLink {...look} mode="signup" plan={plan.id} onAuth={onAuth}>
      {`Choose ${plan.name}`}
    </AuthLink>
  )
}
