import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import type { OpenMessage } from '../../contract.ts'
import type { InboxSearch } from '../inbox-search.ts'
import { sectionNames } from '../inbox-sections.ts'
import { partnerOf } from '../message-row.tsx'

/** The other messages of the conversation, oldest first; nothing when there are none. */
export function MessageThread({ accountId, message }: { accountId: string; message: OpenMessage }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.messages.page.queryOptions({ id: accountId, thread: message.threadId }))
  const all = query.data?.items ?? []
  if (all.length < 2) return null
  return (
    <section aria-label="Conversation">
      <h3>Conversation</h3>
      <ol className="inbox-thread">
        {all.map((each) => (
          <li key={each.id}>
            <Link
              from="/email/$id"
              to="/email/$id"
              params={{ id: accountId }}
              search={(before: InboxSearch): InboxSearch =>
                each.folder === 'drafts'
                  ? { folder: 'drafts', message: each.id }
                  : { ...before, message: each.id }
              }
              resetScroll={false}
              className="inbox-thread-link"
              aria-current={each.id === message.id ? 'true' : undefined}
            >
              <span className="inbox-row-head">
                <span className="inbox-from">{partnerOf(each)}</span>
                <span className="inbox-row-when">
                  {sectionNames[each.folder]} · <DateTime at={each.receivedAt} as="relative" />
                </span>
              </span>
              <span className="inbox-snippet">{each.snippet}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
