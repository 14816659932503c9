import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isDelegation } from '#features/zones/contract/edit-zone.ts'
import type { DnsRecord } from '#features/zones/contract/records.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ClockIcon, DownloadIcon, PlusIcon, UploadIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import type { Domain } from '../../contract.ts'
import type { DomainSearch } from '../domain-search.ts'
import { RecordList } from './record-list.tsx'
import { SeenBy } from './seen-by.tsx'
import { useZoneChanges } from './use-zone-changes.ts'
import { ZoneAuthority } from './zone-authority.tsx'
import { ZoneServing } from './zone-serving.tsx'

const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog')
const RecordDeleteDialog = lazyPart(() => import('./record-delete-dialog.tsx'), 'RecordDeleteDialog')
const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'), 'HistoryDialog')
const PresetDialog = lazyPart(() => import('./preset-dialog.tsx'), 'PresetDialog')
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')

/** More records than this have a filter. */
const shortList = 20

type Subject =
  | { about: 'record'; record: DnsRecord | undefined }
  | { about: 'deletion'; record: DnsRecord }
  | { about: 'history' | 'import' | 'preset' }

type DnsTabProps = { domain: Domain; search: DomainSearch }

/** The records of the domain: read, filtered, added, changed, deleted, undone, imported and exported. */
export function DnsTab({ domain, search }: DnsTabProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.domains.dns.list.queryOptions({ id: domain.id }))
  const dialog = useDialog<Subject>()
  const changes = useZoneChanges(domain)
  // A pasted file outlives the dialog, which a key or a click beside it closes.
  const zoneFile = useRef('')
  const { subject } = dialog
  const shared = { domain, changes, opened: dialog.isOpen, onClose: dialog.close }
  return (
    <>
      <Toolbar domain={domain} open={dialog.open} />
      <ZoneServing domain={domain} />
      <QueryState
        query={query}
        what="The DNS records"
        loadingText="Loading DNS records..."
        isEmpty={() => false}
      >
        {(all) => (
          <>
            <Records all={all} domain={domain} search={search} open={dialog.open} />
            <ZoneAuthority domain={domain} records={all} />
            <SeenBy key={domain.id} domain={domain} />
          </>
        )}
      </QueryState>
      {subject?.about === 'record' && <RecordDialog key={dialog.key} {...shared} record={subject.record} />}
      {subject?.about === 'deletion' && (
        <RecordDeleteDialog key={dialog.key} {...shared} record={subject.record} />
      )}
      {subject?.about === 'history' && <HistoryDialog key={dialog.key} {...shared} />}
      {subject?.about === 'preset' && <PresetDialog key={dialog.key} {...shared} />}
      {subject?.about === 'import' && <ImportDialog key={dialog.key} {...shared} draft={zoneFile} />}
    </>
  )
}

type Open = (subject: Subject) => void

const Toolbar = ({ domain, open }: { domain: Domain; open: Open }) => (
  <div className="domain-toolbar">
    <button
      type="button"
      className="button"
      data-primary=""
      onClick={() => open({ about: 'record', record: undefined })}
    >
      <PlusIcon size={16} /> Add Record
    </button>
    <button type="button" className="button" onClick={() => open({ about: 'preset' })}>
      <PlusIcon size={16} /> Add for a provider…
    </button>
    <button type="button" className="button" onClick={() => open({ about: 'history' })}>
      <ClockIcon size={16} /> History
    </button>
    <button type="button" className="button" onClick={() => open({ about: 'import' })}>
      <UploadIcon size={16} /> Import…
    </button>
    <a className="button" href={`/api/domains/${domain.id}/dns/export`} download>
      <DownloadIcon size={16} /> Export
    </a>
  </div>
)

type RecordsProps = DnsTabProps & { all: DnsRecord[]; open: Open }

function Records({ all, domain, search, open }: RecordsProps) {
  const records = all.filter((record) => !isDelegation(record))
  if (records.length === 0)
    return (
      <EmptyState
        title="No records yet"
        text="Until there is one, this domain leads to no site and takes no mail."
      />
    )
  return (
    <>
      {records.length > shortList && <Filter find={search.find ?? ''} />}
      <RecordList
        records={records}
        domain={domain}
        search={search}
        onEdit={(record) => open({ about: 'record', record })}
        onDelete={(record) => open({ about: 'deletion', record })}
      />
    </>
  )
}

function Filter({ find }: { find: string }) {
  const navigate = useNavigate({ from: '/domains' })
  const filter = (words: string) =>
    void navigate({
      search: ({ find: _, part: _part, ...rest }) => (words ? { ...rest, find: words } : rest),
      replace: true,
      resetScroll: false,
    })
  return <SearchField label="Filter records" q={find} onSearch={filter} maxLength={100} />
}
