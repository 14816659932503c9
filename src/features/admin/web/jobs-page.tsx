import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Job } from '#features/admin/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { jobWords } from '#web/desk/action-words.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { jobFilters } from './job-filters.ts'
import { RetryJob } from './retry-job.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/jobs')

const tones: Record<Job['status'], Tone> = { queued: 'warn', running: 'warn', done: 'ok', failed: 'bad' }

/** Target of a job; empty where its kind says it all. */
function About({ job: { about } }: { job: Job }) {
  if (about.id === null || about.name === null) return null
  return (
    <>
      {' '}
      <ObjectLink type={about.type} id={about.id}>
        {about.name}
      </ObjectLink>
    </>
  )
}

/** Attempts so far, and the next one. */
function Progress({ job: { status, step, attempts, message, runAt, finishedAt } }: { job: Job }) {
  const tries = countText(attempts, 'try', 'tries')
  const why = message ? `: ${message}` : ''
  if (status === 'running') return step ? `Running: ${step}` : 'Running'
  if (status === 'failed')
    return (
      <>
        Failed after {tries}
        {why} · {finishedAt && <DateTime at={finishedAt} as="relative" />}
      </>
    )
  if (status === 'done') return finishedAt && <DateTime at={finishedAt} as="relative" />
  return (
    <>
      {attempts > 0 && `Failed ${attempts === 1 ? 'once' : `${attempts} times`}${why}. `}
      {attempts > 0 ? 'Next try' : 'Starts'} <DateTime at={runAt} as="due" />
    </>
  )
}

const columns: Column<Job>[] = [
  {
    key: 'kind',
    header: 'Job',
    isText: true,
    cell: (job) => (
      <span className="desk-state" title={job.kind}>
        <span>
          {jobWords(job.kind)}
          <About job={job} />
        </span>
        <span className="desk-quiet">
          <Progress job={job} />
        </span>
      </span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => (customer ? <OwnerLink user={customer} /> : 'Portal'),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status }) => <StatusBadge status={status} tone={tones[status]} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (job) => job.status === 'failed' && <RetryJob id={job.id} />,
  },
]

/** Durable jobs: waiting, running, done, or failed. */
export function AdminJobsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.jobs.list.queryOptions(filteredInput(jobFilters, search)))
  return (
    <section aria-label="Jobs">
      <FilterBar search={search} statuses={jobFilters} />
      <DeskList what="Jobs" query={query} columns={columns} search={search} empty="No jobs yet" />
    </section>
  )
}
