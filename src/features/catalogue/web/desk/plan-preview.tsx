import { toRupees } from '#shared/money/money.ts'
import { PriceList } from '#web/public/price-list.tsx'
import { featuresOf } from '../../contract/plan-features.ts'
import { type PlanValues, planSchema } from './plan-values.ts'

/** The plan of the form, as the price list takes it; null while a field is invalid. */
export function previewedPlan(values: PlanValues) {
  const { data } = planSchema.safeParse(values)
  if (!data) return null
  const { name, description = null, limits, isPopular = false, isContact = false } = data
  const originalPrice = data.originalPrice == null ? null : toRupees(data.originalPrice)
  const price = toRupees(data.price)
  return { id: 'preview', name, description, price, originalPrice, isPopular, isContact, limits }
}

type PlanPreviewProps = { plan: ReturnType<typeof previewedPlan> }

/** A plan in the public price list. */
export const PlanPreview = ({ plan }: PlanPreviewProps) => (
  <section aria-label="As visitors see it">
    <p className="desk-quiet">
      {plan ? 'As visitors see it' : 'The price card appears here once the fields above are complete.'}
    </p>
    {plan && <PriceList plans={[{ ...plan, id: 'preview' }]} featuresOf={featuresOf} actionOf={() => null} />}
  </section>
)
