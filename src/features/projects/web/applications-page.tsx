import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Service } from '#features/services/contract/contract.ts'
import { siteName } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CodeIcon } from '#web/ui/icons.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Outline } from '../contract/contract.ts'

/** A published project, and its service, which may have ended since. */
type Application = { project: Outline; service: Service | undefined }

/** The published projects, the latest first. */
export function applicationsOf(projects: readonly Outline[], services: readonly Service[]): Application[] {
  return projects
    .filter(({ publishedServiceId }) => publishedServiceId !== null)
    .toSorted((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''))
    .map((project) => ({ project, service: services.find(({ id }) => id === project.publishedServiceId) }))
}

function Place({ service }: { service: Service | undefined }) {
  if (!service) return <span className="site-quiet">This service has ended</span>
  return (
    <Link to="/server-management/$serviceId" params={{ serviceId: service.id }}>
      {siteName(service)}
    </Link>
  )
}

const Address = ({ url }: { url: string | null | undefined }) =>
  url ? <span className="quiet application-address">{url.replace(/^https?:\/\//, '')}</span> : '—'

function Actions({ application: { project, service } }: { application: Application }) {
  const url = service?.previewUrl
  return (
    <RowActions label={project.name}>
      {url && (
        <a
          className="row-action"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${project.name}`}
        >
          Open
        </a>
      )}
      <Link
        className="row-action"
        to="/projects"
        search={{ project: project.id }}
        aria-label={`Edit ${project.name}`}
      >
        Edit
      </Link>
    </RowActions>
  )
}

const columns: Column<Application>[] = [
  { key: 'name', header: 'Application', cell: ({ project }) => <strong>{project.name}</strong> },
  { key: 'service', header: 'Site', cell: ({ service }) => <Place service={service} /> },
  { key: 'address', header: 'Address', cell: ({ service }) => <Address url={service?.previewUrl} /> },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ service }) => <StatusBadge status={service?.status ?? 'terminated'} />,
  },
  { key: 'files', header: 'Files', align: 'right', cell: ({ project }) => project.files.length },
  {
    key: 'published',
    header: 'Published',
    cell: ({ project: { publishedAt } }) =>
      publishedAt === null ? '—' : <DateTime at={publishedAt} as="relative" />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (application) => <Actions application={application} />,
  },
]

/** Offers to publish the first one: an existing project, or a new one. */
const Empty = ({ hasProjects }: { hasProjects: boolean }) => (
  <EmptyState
    icon={<CodeIcon size={28} />}
    title="No applications yet"
    text="Applications are projects you have published to a site. Publish one and it will appear here."
    action={
      <Link to="/projects" search={hasProjects ? {} : { dialog: 'new' }} className="button" data-primary="">
        {hasProjects ? 'Choose a project to publish' : 'Create a project'}
      </Link>
    }
  />
)

/** The published projects, each with its service. */
export function ApplicationsPage() {
  const trpc = useTRPC()
  const projects = useQuery(trpc.projects.outline.queryOptions())
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  return (
    <div className="sites">
      <PageHeader title="Applications" subtitle="Projects you published, and the sites they run on." />
      <QueryState
        query={projects}
        what="Your applications"
        loadingText="Loading applications..."
        empty={<Empty hasProjects={(projects.data ?? []).length > 0} />}
        isEmpty={(list) => applicationsOf(list, services).length === 0}
      >
        {(list) => (
          <DataTable
            caption="Your applications"
            columns={columns}
            rows={applicationsOf(list, services)}
            rowId={({ project }) => project.id}
            rowLabel={({ project }) => project.name}
          />
        )}
      </QueryState>
    </div>
  )
}
