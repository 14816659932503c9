import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract/contract.ts'
import { formatPrice } from '#shared/money/money.ts'
import { countText } from '#shared/text/count-text.ts'

type CategoryCardsProps = { categories: (Category & { plans: unknown[] })[]; chosen: string | undefined }

/** The service categories; the address holds the chosen one. */
export function CategoryCards({ categories, chosen }: CategoryCardsProps) {
  return (
    <ul className="category-cards">
      {categories.map((category) => (
        <li key={category.id}>
          <Link
            to="/select-plan"
            search={{ category: category.id }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            className="category-card"
            aria-current={category.id === chosen ? 'true' : undefined}
          >
            <span className="category-name">{category.name}</span>
            {category.description && <span className="category-description">{category.description}</span>}
            <span className="category-price">
              {countText(category.plans.length, 'plan')} from {formatPrice(category.basePrice)}/month
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
