import { useQuery } from '@tanstack/react-query'
import { ClientOnly, getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Category, Plan } from '#features/catalogue/contract/contract.ts'
import { featuresOf } from '#features/catalogue/contract/plan-features.ts'
import { PriceList } from '#web/public/price-list.tsx'
import { useTRPC } from '#web/trpc.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useViewer } from '#web/viewer.ts'
import { FlowLayout } from '../flow-layout.tsx'
import { CategoryCards } from './category-cards.tsx'
import { EndedServices } from './ended-services.tsx'
import { LastOrder } from './last-order.tsx'
import { markOrdered, wasJustOrdered } from './ordered-plan.ts'
import { chooseLinkId, loadPaymentDialog, PlanChoice } from './plan-choice.tsx'

type Offer = Category & { plans: Plan[] }

/** The default category. */
const firstShown = 'Web Hosting'

const route = getRouteApi('/signed-in/select-plan')
const PaymentDialog = lazyPart(loadPaymentDialog, 'PaymentDialog')

const noOffers: Offer[] = []

/** Category cards, then the plans of one category; choosing a plan opens the payment modal. */
export function SelectPlanPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const offers: Offer[] = useQuery(trpc.catalogue.all.queryOptions()).data ?? noOffers
  const ofPlan = offers.find((offer) => offer.plans.some((plan) => plan.id === search.plan))
  const offer =
    offers.find(({ id }) => id === search.category) ??
    ofPlan ??
    offers.find(({ name }) => name === firstShown)
  const plan = ofPlan?.plans.find(({ id, isContact }) => id === search.plan && !isContact)
  return (
    <FlowLayout>
      <div className="select-plan">
        <h1>Choose your plan</h1>
        <p className="flow-lead">
          Prices are per month and include all taxes. An administrator confirms each order.
        </p>
        <LastOrder />
        <EndedServices />
        <section aria-label="Service categories">
          <CategoryCards categories={offers} chosen={offer?.id} />
        </section>
        {offer && (
          <section aria-labelledby="plans-title">
            <h2 id="plans-title">{offer.name} plans</h2>
            <PriceList
              plans={offer.plans}
              featuresOf={featuresOf}
              actionOf={(each) => <PlanChoice plan={each} category={search.category} />}
            />
          </section>
        )}
        {offers.length === 0 && <p>No plans are available right now. Please contact us.</p>}
      </div>
      <ClientOnly>
        <Payment plan={plan} categoryName={ofPlan?.name ?? ''} />
      </ClientOnly>
    </FlowLayout>
  )
}

/** Long enough for the modal's focus trap to release the focus. */
const releaseMs = 50

type PaymentProps = { plan: Plan | undefined; categoryName: string }

/** Shows the last plan while the modal closes; a plan that was just ordered must be chosen again. */
function Payment({ plan: asked, categoryName }: PaymentProps) {
  const navigate = route.useNavigate()
  const viewerId = useViewer()?.id ?? ''
  const askedId = asked?.id
  // Read once for each plan in the address: ordering it here must not close the list of plans.
  const isOrdered = useMemo(
    () => askedId !== undefined && wasJustOrdered(viewerId, askedId),
    [askedId, viewerId],
  )
  const plan = isOrdered ? undefined : asked
  const [shown, setShown] = useState({ plan, categoryName })
  if (plan && plan !== shown.plan) setShown({ plan, categoryName })
  useEffect(() => {
    if (isOrdered)
      void navigate({ search: ({ plan: _, ...rest }) => rest, replace: true, resetScroll: false })
  }, [isOrdered, navigate])
  if (!shown.plan) return null
  const { id } = shown.plan
  const close = () => {
    void navigate({ search: ({ plan: _, ...rest }) => rest, replace: true, resetScroll: false })
    setTimeout(() => document.getElementById(chooseLinkId(id))?.focus(), releaseMs)
  }
  const leave = () => {
    markOrdered(viewerId, id)
    void navigate({ to: '/pending-activation', replace: true })
  }
  return (
    <PaymentDialog
      plan={shown.plan}
      categoryName={shown.categoryName}
      opened={plan !== undefined}
      onClose={close}
      onPlaced={leave}
    />
  )
}
