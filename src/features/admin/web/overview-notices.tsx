import { Link } from '@tanstack/react-router'
import type { Health, Overview } from '#features/admin/contract.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'

type NoticesProps = { overview: Pick<Overview, 'limitations'>; health: Pick<Health, 'problems'> }

/** Problems first, then limitations of the set-up. */
export function OverviewNotices({ overview: { limitations }, health: { problems } }: NoticesProps) {
  if (problems.length + limitations.length === 0) return null
  return (
    <section aria-label="Notices">
      <ul className="overview-notices">
        {problems.map((problem) => (
          <li key={problem}>
            <StatusBadge status="problem" tone="bad" />
            <span>{problem}</span>
          </li>
        ))}
        {limitations.map(({ area, message, isDriver }) => (
          <li key={area}>
            <StatusBadge status="warning" tone="warn" label="Needs setup" />
            <span>
              {message}{' '}
              {isDriver && (
                <Link to="/admin/system" search={{ tab: 'drivers' }}>
                  Drivers
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
