import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Health, Overview } from '#features/admin/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatPrice } from '#shared/money/money.ts'
import { countText, formatCount } from '#shared/text/count-text.ts'
import type { ListSearch } from '#web/desk/list-search.ts'
import type { Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { SystemSearch } from './system/system-search.ts'

type FigureProps = {
  name: string
  value: string
  to: '/admin/orders' | '/admin/jobs' | '/admin/backups' | '/admin/system'
  search?: ListSearch | SystemSearch
  tone?: Tone | undefined
  children?: ReactNode
}

/** A figure with a link to its list. */
function Figure({ name, value, to, search = {}, tone, children }: FigureProps) {
  return (
    <Link to={to} search={search} className="overview-figure" data-tone={tone}>
      <span className="overview-name">
        {name} <span aria-hidden="true">→</span>
      </span>
      <strong className="overview-value">{value}</strong>
      <span className="desk-quiet">{children}</span>
    </Link>
  )
}

const badIf = (isBad: boolean): Tone | undefined => (isBad ? 'bad' : undefined)

/** The figures at a glance. */
export function OverviewFigures({ overview, health }: { overview: Overview; health: Health }) {
  const { oldestOrders, revenue, failedBackups } = overview
  const [oldest] = oldestOrders
  return (
    <nav className="overview-figures" aria-label="Figures">
      <Figure name="Orders waiting" value={formatCount(health.pendingOrders)} to="/admin/orders">
        {oldest ? (
          <>
            Oldest placed <DateTime at={oldest.createdAt} as="relative" />
          </>
        ) : (
          'None waiting'
        )}
      </Figure>
      <Figure
        name="Revenue this month"
        value={formatPrice(revenue.thisMonth.amount)}
        to="/admin/orders"
        search={{ status: 'approved' }}
      >
        {formatPrice(revenue.lastMonth.amount)} last month
      </Figure>
      <Figure
        name="Failed jobs"
        value={formatCount(health.failedJobs)}
        to="/admin/jobs"
        search={{ status: 'failed' }}
        tone={badIf(health.failedJobs > 0)}
      >
        {formatCount(health.queuedJobs)} queued
      </Figure>
      <Figure
        name="Failed backups"
        value={formatCount(failedBackups)}
        to="/admin/backups"
        search={{ status: 'failed' }}
        tone={badIf(failedBackups > 0)}
      >
        In the last 7 days
      </Figure>
      <MailFigure overview={overview} health={health} />
      <DiskFigure health={health} />
    </nav>
  )
}

function MailFigure({ overview: { limitations }, health }: { overview: Overview; health: Health }) {
  const isGoingNowhere = limitations.some(({ area }) => area === 'Outgoing mail')
  return (
    <Figure
      name="Outgoing mail"
      value={isGoingNowhere ? 'Files only' : 'Sent'}
      to="/admin/system"
      search={{ tab: 'mails' }}
      tone={isGoingNowhere ? 'warn' : undefined}
    >
      {formatCount(health.queuedMails)} queued
    </Figure>
  )
}

function DiskFigure({ health: { freeDiskBytes, totalDiskBytes, nodes } }: { health: Health }) {
  const isNearlyFull = freeDiskBytes < totalDiskBytes / 10
  const others = nodes.length > 0 ? `, ${countText(nodes.length, 'node')}` : ''
  return (
    <Figure
      name="Free disk"
      value={formatBytes(freeDiskBytes)}
      to="/admin/system"
      tone={isNearlyFull ? 'warn' : undefined}
    >
      of {formatBytes(totalDiskBytes)}
      {others}
    </Figure>
  )
}
