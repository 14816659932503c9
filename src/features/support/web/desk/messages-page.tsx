import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { Pager } from '#web/desk/pager.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { ContactMessage } from '../../contract.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/messages')

/** What was written on the contact page, newest first. */
export function AdminMessagesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.contactMessages.queryOptions(pageInput(search)))
  return (
    <section aria-label="Messages">
      <QueryState
        query={query}
        what="The messages"
        loadingText="Loading messages..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState title="No messages yet" text="What visitors write on the contact page appears here." />
        }
      >
        {({ items }) => (
          <ul className="desk-messages">
            {items.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )}
      </QueryState>
      <Pager search={search} nextCursor={query.data?.nextCursor} />
    </section>
  )
}

function Message({ message }: { message: ContactMessage }) {
  const { firstName, lastName, email, subject, reference, customer } = message
  const reply = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} [${reference}]`)}`
  return (
    <li>
      <details>
        <summary>
          <strong>{subject}</strong>
          <span>
            {firstName} {lastName}
          </span>
          <DateTime at={message.createdAt} as="relative" />
        </summary>
        <div className="desk-message-body">
          <p className="desk-message-text">{message.message}</p>
          <p className="desk-links">
            <a href={reply}>Reply to {email}</a>
            {customer && (
              <span>
                This address belongs to the account of{' '}
                <ObjectLink type="user" id={customer.id}>
                  {personName(customer)}
                </ObjectLink>
              </span>
            )}
            <span className="mono">{reference}</span>
          </p>
        </div>
      </details>
    </li>
  )
}
