import { dayInKolkata } from '#shared/time.ts'
import { useNow } from '#web/ui/values.tsx'

/** The documents of a month as a file for the accountant. */
export function DeskExport() {
  const now = useNow()
  return (
    <form action="/api/admin/invoices/export" className="billing-export">
      <label>
        Month{' '}
        <input
          type="month"
          name="month"
          required
          min="2020-01"
          max="2099-12"
          defaultValue={now ? dayInKolkata(now).slice(0, 7) : undefined}
        />
      </label>
      <button type="submit" className="button">
        Download CSV
      </button>
    </form>
  )
}
