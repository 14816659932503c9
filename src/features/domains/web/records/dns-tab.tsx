import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isDelegation } from '#features/zones/contract/edit-zone.ts'
import type { DnsRecord } from '#features/zones/contract/records.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Advanced } from '#web/ui/forms/advanced.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import type { Domain } from '../../contract/contract.ts'
import type { DomainSearch } from '../domain-search.ts'
import { RecordList } from './record-list.tsx'
import { useZoneChanges } from './use-zone-changes.ts'
import { ZoneAuthority } from './zone-authority.tsx'
import { ZoneServing } from './zone-serving.tsx'

const SeenByView = lazyPart(() => import('./seen-by-view.tsx'), 'SeenByView')
const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog')
const RecordDeleteDialog = lazyPart(() => import('./record-delete-dialog.tsx'), 'RecordDeleteDialog')
const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'), 'HistoryDialog')
const PresetDialog = lazyPart(() => import('./preset-dialog.tsx'), 'PresetDialog')
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')

/** More records than this get a filter. */
const shortList = 20

type Subject =
  | { about: 'record'; record: DnsRecord | undefined }
  | { about: 'deletion'; record: DnsRecord }
  | { about: 'history' | 'import' | 'preset' }

type DnsTabProps = { domain: Domain; search: DomainSearch }

/** The records of the domain: list, filter, add, edit, delete, undo, import and export. */
export function DnsTab({ domain, search }: DnsTabProps) {
  const query = useQuery(useTRPC().domains.dns.list.queryOptions({ id: domain.id }))
  const dialog = useDialog<Subject>()
  const [isChecking, setChecking] = useState(false)
  const changes = useZoneChanges(domain)
  // A pasted file outlives the dialog, which a key or a click beside it closes.
  const zoneFile = useRef('')
  const { subject } = dialog
  const shared = { domain, changes, opened: dialog.isOpen, onClose: dialog.close }
  return (
    <>
      <Toolbar
        domain={domain}
        open={dialog.open}
        isChecking={isChecking}
        onCheck={() => setChecking(!isChecking)}
      />
      {isChecking && (
        <section className="domain-seen" aria-label="Propagation">
          <SeenByView domain={domain} />
        </section>
      )}
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
            <Advanced about="Name servers and SOA">
              <ZoneAuthority domain={domain} records={all} />
            </Advanced>
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

type OpenDialog = (subject: Subject) => void

type ToolbarProps = { domain: Domain; open: OpenDialog; isChecking: boolean; onCheck: () => void }

const Toolbar = ({ domain, open, isChecking, onCheck }: ToolbarProps) => (
  <div className="domain-toolbar">
    <button
      type="button"
      className="button"
      data-primary=""
      onClick={() => open({ about: 'record', record: undefined })}
    >
      <PlusIcon size={16} /> Add Record
    </button>
    <button type="button" className="button" aria-expanded={isChecking} onClick={onCheck}>
      Check propagation
    </button>
    <RowActions label="DNS records" isMenu>
      <button type="button" className="row-action" onClick={() => open({ about: 'preset' })}>
        Add for a provider…
      </button>
      <button type="button" className="row-action" onClick={() => open({ about: 'history' })}>
        History
      </button>
      <button type="button" className="row-action" onClick={() => open({ about: 'import' })}>
        Import…
      </button>
      <a className="row-action" href={`/api/domains/${domain.id}/dns/export`} download>
        Export
      </a>
    </RowActions>
  </div>
)

type RecordsProps = DnsTabProps & { all: DnsRecord[]; open: OpenDialog }

function Records({ all, domain, search, open }: RecordsProps) {
  const records = all.filter((record) => !isDelegation(record))
  if (records.length === 0)
    return (
      <EmptyState
        title="No records yet"
        text="Add a record to show a site at this domain or to receive mail."
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
