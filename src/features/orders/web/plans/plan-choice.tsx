import { Link } from '@tanstack/react-router'
import type { Plan } from '#features/catalogue/contract/contract.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { forgetOrdered } from './ordered-plan.ts'

/** The chunk of the payment modal, prefetched on hover or focus. */
export const loadPaymentDialog = () => import('../payment/payment-dialog.tsx')

/** The link that opens the modal, and gets the focus back when it closes. */
export const chooseLinkId = (planId: string): string => `choose-${planId}`

type PlanChoiceProps = { plan: Plan; category: string | undefined }

/** Opens the payment modal of a plan through the address; a contact-sales plan opens the contact page. */
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
