import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Job } from '#features/admin/contract.ts'
import { jobWords } from '#web/desk/action-words.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { jobFilters, jobsInput } from './job-filters.ts'
import { RetryJob } from './retry-job.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/jobs')

const tones: Record<Job['status'], Tone> = { queued: 'warn', running: 'warn', done: 'ok', failed: 'bad' }

const columns: Column<Job>[] = [
  {
    key: 'kind',
    header: 'Job',
    cell: ({ kind, relatedId }) => (
      <span className="desk-state">
        <span title={kind}>{jobWords(kind)}</span>
        {relatedId && (
          <span className="desk-quiet">
            <ObjectLink type={kind.split('.')[0] ?? ''} id={relatedId} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status }) => <StatusBadge status={status} tone={tones[status]} />,
  },
  { key: 'step', header: 'Step', cell: ({ step }) => step ?? '—' },
  { key: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  {
    key: 'message',
    header: 'Message',
    isText: true,
    cell: ({ message }) => <span className="desk-quiet">{message ?? '—'}</span>,
  },
  { key: 'run', header: 'Due', cell: ({ runAt }) => <DateTime at={runAt} as="due" /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (job) => (job.status === 'failed' ? <RetryJob id={job.id} /> : '—'),
  },
]

/** Durable work: what waits, runs, is done, or gave up. */
export function AdminJobsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.jobs.list.queryOptions(jobsInput(search)))
  return (
    <section aria-label="Jobs">
      <FilterBar search={search} statuses={jobFilters} />
      <DeskList what="Jobs" query={query} columns={columns} search={search} empty="No jobs yet" />
    </section>
  )
}
