import { useNavigate } from '@tanstack/react-router'
import { given } from '#web/lib/search-values.ts'
import { isMonth } from '../../contract/month.ts'
import type { DeskSearch } from './desk-search.ts'

const exportOf = ({ month, user }: DeskSearch): string =>
  `/api/admin/invoices/export?${new URLSearchParams({ ...(month ? { month } : {}), ...(user ? { userId: user } : {}) })}`

/** The month of the list, and its documents as a file for the accountant. */
export function DeskExport({ search }: { search: DeskSearch }) {
  const navigate = useNavigate()
  const choose = (text: string) => {
    if (text !== '' && !isMonth(text)) return
    void navigate({
      to: '/admin/invoices',
      search: given({ ...search, month: text || undefined, cursor: undefined, selected: undefined }),
      replace: true,
    })
  }
  return (
    <div className="billing-export">
      <label>
        Month{' '}
        <input
          type="month"
          min="2020-01"
          max="2099-12"
          value={search.month ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </label>
      {(search.month || search.user) && (
        <a className="button" href={exportOf(search)} download>
          Download CSV
        </a>
      )}
    </div>
  )
}
