import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { NextPage, Pager } from '#web/desk/pager.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { ContactMessage } from '../../contract/desk.ts'
import { messageFilters } from '../../contract/message-states.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/messages')

/** The messages from the contact page, newest first. */
export function AdminMessagesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.contactMessages.queryOptions(filteredInput(messageFilters, search)))
  const nextCursor = query.data?.nextCursor
  const isPicked = Boolean(search.q || search.status)
  return (
    <section aria-label="Messages">
      <FilterBar
        search={search}
        statuses={messageFilters}
        searchLabel="Search name, email, text or reference"
      />
      {search.status && (
        <p className="quiet desk-messages-note">
          A message counts as answered once the portal has sent its customer one. Replies from your own mail
          program do not count.
        </p>
      )}
      <QueryState
        query={query}
        what="The messages"
        loadingText="Loading messages..."
        isEmpty={({ items }) => items.length === 0}
        empty={isPicked ? <NothingFound nextCursor={nextCursor} /> : nothingYet}
      >
        {({ items }) => (
          <ul className="desk-messages">
            {items.map((message) => (
              <Message key={message.id} message={message} isOnly={isPicked && items.length === 1} />
            ))}
          </ul>
        )}
      </QueryState>
      <Pager search={search} nextCursor={query.data?.items.length ? nextCursor : null} />
    </section>
  )
}

const nothingYet = <EmptyState title="No messages yet" text="Messages from the contact page appear here." />

const NothingFound = ({ nextCursor }: { nextCursor: string | null | undefined }) => (
  <EmptyState
    title="No matches"
    text={
      nextCursor ? 'Older messages have not been searched yet.' : 'No messages match this search and status.'
    }
    action={
      nextCursor ? (
        <NextPage cursor={nextCursor} className="button">
          Search older messages
        </NextPage>
      ) : (
        <Link to="." search={{}} activeOptions={{ exact: true }} className="button">
          Clear the filter
        </Link>
      )
    }
  />
)

function Message({ message, isOnly }: { message: ContactMessage; isOnly: boolean }) {
  const { firstName, lastName, email, subject, reference, customer, answeredAt } = message
  const reply = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} [${reference}]`)}`
  return (
    <li>
      <details open={isOnly}>
        <summary data-waiting={answeredAt === null || undefined}>
          <span className="desk-message-from">
            {firstName} {lastName} <span className="desk-quiet">{email}</span>
          </span>
          <span className="desk-message-line">
            <strong>{subject}</strong>{' '}
            <span className="desk-quiet desk-message-start">{message.message.split('\n')[0]}</span>
          </span>
          <span className="desk-message-when">
            {answeredAt && <StatusBadge status="answered" tone="ok" />}
            <DateTime at={message.createdAt} as="relative" />
          </span>
        </summary>
        <div className="desk-message-body">
          <p className="desk-message-text">{message.message}</p>
          <p className="desk-links">
            <a href={reply}>Reply to {email}</a>
            {customer && (
              <ObjectLink type="user" id={customer.id}>
                Customer page of {personName(customer)}
              </ObjectLink>
            )}
            {answeredAt && (
              <span>
                Answered <DateTime at={answeredAt} as="relative" />
              </span>
            )}
            <span className="mono">{reference}</span>
          </p>
        </div>
      </details>
    </li>
  )
}
