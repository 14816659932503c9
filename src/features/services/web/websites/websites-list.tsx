import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts as backupTexts } from '#shared/backup-texts.ts'
import { formatBytes, formatLimit } from '#shared/bytes.ts'
import { showName } from '#shared/names/show-name.ts'
import { siteName } from '#shared/names/site-name.ts'
import { type ListSearch, pageOf } from '#web/lib/paged-list.ts'
import { useTRPC } from '#web/trpc.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge, usageTone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Service, Website } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { websiteOrders } from './websites-search.ts'

/** A website with its title. */
type Site = Omit<Website, 'name'> & {
  name: string
  plan: string
  certificate: Overview['certificate']
}

const siteOf = (website: Website, services: readonly Service[], overviews: readonly Overview[]): Site => {
  const plan = services.find(({ id }) => id === website.id)?.plan ?? { name: 'Service' }
  const certificate = overviews.find(({ id }) => id === website.id)?.certificate ?? null
  return { ...website, certificate, plan: plan.name, name: siteName({ ...website, plan }, services) }
}

const reading = {
  words: ({ name, plan, status }: Site) => `${name} ${plan} ${status}`,
  orders: {
    name: (one: Site, other: Site) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
    disk: (one: Site, other: Site) => other.diskBytes - one.diskBytes,
  },
}

const Name = ({ site }: { site: Site }) => (
  <span className="site-name">
    <Link to="/server-management/$serviceId" params={{ serviceId: site.id }}>
      {site.name}
    </Link>
    <span className="site-quiet">{site.domain ? showName(site.domain) : 'No domain yet'}</span>
  </span>
)

function Address({ site: { url: byId, previewUrl } }: { site: Site }) {
  const url = previewUrl ?? byId
  if (!url) return <span className="site-quiet">No address now</span>
  return (
    <a className="site-address mono" href={url} target="_blank" rel="noreferrer" title={url}>
      <span>{url.replace(/^https?:\/\/[^/]+(?=\/.)|^https?:\/\/|\/$/g, '')}</span>
      <ExternalIcon size={14} />
    </a>
  )
}

const Status = ({ status }: Pick<Site, 'status'>) => (
  <StatusBadge status={status} {...(status === 'active' ? { label: 'Live' } : {})} />
)

function Https({ certificate }: Pick<Site, 'certificate'>) {
  if (certificate?.status !== 'issued') return <StatusBadge status="none" label="Off" />
  return certificate.isTrusted ? (
    <StatusBadge status="active" label="On" />
  ) : (
    <StatusBadge status="pending" label="Test certificate" />
  )
}

function Disk({ site: { name, diskBytes, diskQuotaBytes } }: { site: Site }) {
  const percent = diskQuotaBytes > 0 ? (diskBytes / diskQuotaBytes) * 100 : 0
  return (
    <span className="site-disk">
      <span className="tabular">
        {formatBytes(diskBytes)} of {formatLimit(diskQuotaBytes)}
      </span>
      <span className="site-disk-track" data-tone={usageTone(percent)} aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="visually-hidden">used by {name}</span>
    </span>
  )
}

function Actions({ site }: { site: Site }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const backup = useMutation(
    trpc.backups.create.mutationOptions({
      meta: { failure: backupTexts.createFailed },
      onSuccess: () => showToast({ title: backupTexts.created, description: backupTexts.createdText }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.backups.pathFilter()),
          queryClient.invalidateQueries(trpc.servers.websites.queryFilter()),
        ]),
    }),
  )
  const named = (verb: string) => `${verb} ${site.name}`
  return (
    <RowActions label={site.name}>
      {site.url && (
        <a
          className="row-action"
          href={site.previewUrl ?? site.url}
          target="_blank"
          rel="noreferrer"
          aria-label={named('Open')}
        >
          Open
        </a>
      )}
      <Link
        className="row-action"
        to="/server-management/$serviceId/files"
        params={{ serviceId: site.id }}
        aria-label={named('Files of')}
      >
        Files
      </Link>
      <Link
        className="row-action"
        to="/server-management/$serviceId/databases"
        params={{ serviceId: site.id }}
        aria-label={named('Databases of')}
      >
        Databases
      </Link>
      <button
        type="button"
        className="row-action"
        disabled={backup.isPending}
        aria-label={named('Back up now:')}
        onClick={() => backup.mutate({ serviceId: site.id, backupType: 'full' })}
      >
        Back up now
      </button>
    </RowActions>
  )
}

const columns: Column<Site>[] = [
  { key: 'name', header: 'Website', cell: (site) => <Name site={site} /> },
  { key: 'status', header: 'Status', card: 'state', cell: ({ status }) => <Status status={status} /> },
  { key: 'address', header: 'Address', cell: (site) => <Address site={site} /> },
  {
    key: 'ssl',
    header: 'HTTPS',
    cell: ({ certificate }) => <Https certificate={certificate} />,
  },
  { key: 'disk', header: 'Disk', cell: (site) => <Disk site={site} /> },
  {
    key: 'backup',
    header: 'Last backup',
    cell: ({ lastBackupAt }) =>
      lastBackupAt === null ? (
        <span className="site-quiet">Never</span>
      ) : (
        <DateTime at={lastBackupAt} as="relative" />
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (site) => <Actions site={site} />,
  },
]

type WebsitesListProps = {
  websites: Website[]
  services: readonly Service[]
  overviews: readonly Overview[]
  search: ListSearch
}

/** The sites, with links to what belongs to each. */
export function WebsitesList({ websites, services, overviews, search }: WebsitesListProps) {
  const sites = websites.map((website) => siteOf(website, services, overviews))
  const page = pageOf(sites, search, reading)
  return (
    <>
      {page.isLong && <ListControls search={search} label="Search websites" orders={websiteOrders} />}
      <DataTable
        caption="Your websites"
        columns={columns}
        rows={page.rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
      />
      <ListPager page={page} />
    </>
  )
}
