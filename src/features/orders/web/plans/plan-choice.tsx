import { Link } from '@tanstack/react-router'
import type { Plan } from '#features/catalogue/contract/contract.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { forgetOrdered } from './ordered-plan.ts'

/** The chunk of the payment modal, fetched when somebody is about to need it. */
export const loadPaymentDialog = () => import('../payment/payment-dialog.tsx')

/** The link that opens the modal, which gets the focus back when it closes. */
export const chooseLinkId = (planId: string): string => `choose-${planId}`

type PlanChoiceProps = { plan: Plan; category: string | undefined }

/** Opens the payment modal of a plan through the address; one that is agreed on leads to a person. */
export function PlanChoice({ plan, category }: PlanChoiceProps) {
  if (plan.isContact) {
    return (
      <a href="/contact" className="button plan-choice">
        Contact Sales
      </a>
    )
  }
  return (
    <Link
      to="/select-plan"
      search={category ? { category, plan: plan.id } : { plan: plan.id }}
      resetScroll={false}
      id={chooseLinkId(plan.id)}
      className="button plan-choice"
      data-primary={plan.isPopular ? '' : undefined}
      onClick={forgetOrdered}
      onPointerEnter={() => prefetchPart(loadPaymentDialog)}
      onFocus={() => prefetchPart(loadPaymentDialog)}
    >
      Choose {plan.name}
    </Link>
  )
}
