import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Incident } from '../contract.ts'
import { IncidentHistory } from './incident-history.tsx'

const PostDialog = lazyPart(() => import('./incident-post-dialog.tsx'), 'IncidentPostDialog')
const UpdateDialog = lazyPart(() => import('./incident-update-dialog.tsx'), 'IncidentUpdateDialog')

const route = getRouteApi('/signed-in/shell/administrator/admin/status')

/** Incidents of the public status page, for administrators. */
export function AdminIncidentsPage() {
  const trpc = useTRPC()
  const { dialog, ...search } = route.useSearch()
  const query = useQuery(trpc.status.incidents.list.queryOptions(search))
  const posting = usePageDialog(dialog === 'post', true)
  return (
    <section aria-labelledby="incidents-title">
      <div className="desk-page-actions">
        <button type="button" className="button" data-primary="" onClick={() => posting.open(true)}>
          Post an incident…
        </button>
      </div>
      <h2 id="incidents-title">Incidents</h2>
      <p className="incidents-note">
        Everyone can read them on the <a href="/status">status page</a>.
      </p>
      <QueryState
        query={query}
        what="The incidents"
        loadingText="Loading incidents..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title="No incidents"
            text="Incidents that you post appear on the status page immediately."
          />
        }
      >
        {({ items }) => (
          <ul className="incidents">
            {items.map((incident) => (
              <IncidentItem key={incident.id} incident={incident} />
            ))}
          </ul>
        )}
      </QueryState>
      <Pages search={search} nextCursor={query.data?.nextCursor} />
      {posting.subject && <PostDialog key={posting.key} opened={posting.isOpen} onClose={posting.close} />}
    </section>
  )
}

function IncidentItem({ incident }: { incident: Incident }) {
  const updating = useDialog<Incident>()
  const isOpen = incident.state !== 'resolved'
  return (
    <li className="panel incidents-item">
      <div className="incidents-head">
        <h3>{incident.title}</h3>
        {isOpen && (
          <button type="button" className="row-action" onClick={() => updating.open(incident)}>
            Update…<span className="visually-hidden"> {incident.title}</span>
          </button>
        )}
      </div>
      <IncidentHistory incident={incident} />
      {updating.subject && (
        <UpdateDialog
          key={updating.key}
          incident={updating.subject}
          opened={updating.isOpen}
          onClose={updating.close}
        />
      )}
    </li>
  )
}

type PagesProps = { search: { cursor?: string }; nextCursor: string | null | undefined }

function Pages({ search, nextCursor }: PagesProps) {
  if (!search.cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="incidents-pages">
      {search.cursor && (
        <Link to="/admin/status" search={{}} activeOptions={{ exact: true }}>
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="/admin/status" search={{ cursor: nextCursor }}>
          Next page
        </Link>
      )}
    </nav>
  )
}
