import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Money } from '#web/ui/values/values.tsx'
import type { AdminPlan, Category } from '../../contract/contract.ts'
import { PlanTable } from './plan-table.tsx'

const CategoryDialog = lazyPart(() => import('./category-dialog.tsx'), 'CategoryDialog')
const PlanDialog = lazyPart(() => import('./plan-dialog.tsx'), 'PlanDialog')

type PlanSubject = { category: Category; plan: AdminPlan | null }

/** Categories, their plans, prices and limits. */
export function AdminCataloguePage() {
  const trpc = useTRPC()
  const categories = useQuery(trpc.admin.categories.list.queryOptions())
  const plans = useQuery(trpc.admin.plans.list.queryOptions())
  const categoryDialog = useDialog<Category | null>()
  const planDialog = useDialog<PlanSubject>()
  return (
    <section aria-label="Catalogue">
      <div className="desk-page-actions">
        <button type="button" className="button" data-primary="" onClick={() => categoryDialog.open(null)}>
          New category…
        </button>
      </div>
      <p className="desk-quiet">
        Changes apply to the landing page and new orders immediately. Existing orders keep their price.
      </p>
      <QueryState query={categories} what="The categories" loadingText="Loading categories...">
        {(list) =>
          list.map((category) => (
            <CategorySection
              key={category.id}
              category={category}
              plans={(plans.data ?? []).filter(({ categoryId }) => categoryId === category.id)}
              onEdit={() => categoryDialog.open(category)}
              onPlan={(plan) => planDialog.open({ category, plan })}
            />
          ))
        }
      </QueryState>
      {categoryDialog.subject !== undefined && (
        <CategoryDialog
          key={`category ${categoryDialog.key}`}
          category={categoryDialog.subject}
          opened={categoryDialog.isOpen}
          onClose={categoryDialog.close}
        />
      )}
      {planDialog.subject && (
        <PlanDialog
          key={`plan ${planDialog.key}`}
          {...planDialog.subject}
          opened={planDialog.isOpen}
          onClose={planDialog.close}
        />
      )}
    </section>
  )
}

type CategorySectionProps = {
  category: Category
  plans: AdminPlan[]
  onEdit: () => void
  /** A plan to change, or `null` for a new one. */
  onPlan: (plan: AdminPlan | null) => void
}

function CategorySection({ category, plans, onEdit, onPlan }: CategorySectionProps) {
  const titleId = `category-${category.id}`
  return (
    <section className="desk-category" aria-labelledby={titleId}>
      <div className="desk-toolbar">
        <div>
          <h2 id={titleId}>{category.name}</h2>
          <p className="desk-quiet">
            {category.description} From <Money rupees={category.basePrice} />
          </p>
        </div>
        <div className="desk-actions">
          <button type="button" className="button" onClick={onEdit}>
            Edit category…
          </button>
          <button type="button" className="button" onClick={() => onPlan(null)}>
            New plan…
          </button>
        </div>
      </div>
      <PlanTable category={category} plans={plans} onEdit={onPlan} />
    </section>
  )
}
