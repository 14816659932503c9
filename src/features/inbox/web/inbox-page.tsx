import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { countText } from '#shared/text/count-text.ts'
import { given } from '#web/lib/search-values.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArrowLeftIcon, MailIcon, PencilIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import type { Message, OpenMessage } from '../contract.ts'
import type { ReplyKind } from './compose-start.ts'
import { FolderNav } from './folder-nav.tsx'
import type { InboxSearch } from './inbox-search.ts'
import { sectionNames, withoutMessage } from './inbox-sections.ts'
import { ReadingPane } from './message/reading-pane.tsx'
import { MessageList } from './message-list.tsx'
import { OutgoingList } from './outgoing-list.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useMessageChanges } from './use-message-changes.ts'
import { useWriting } from './use-writing.ts'

const ComposePanel = lazyPart(() => import('./compose/compose-panel.tsx'), 'ComposePanel')

const route = getRouteApi('/signed-in/shell/email/$id')

const pageRows = 50

/** The cursors of the pages up to the current one, whose own is last. */
function usePages(of: string) {
  const [state, setState] = useState<{ of: string; cursors: string[] }>({ of, cursors: [] })
  return {
    cursors: state.of === of ? state.cursors : [],
    go: (cursors: string[]) => setState({ of, cursors }),
  }
}

const emptyTexts: Record<Folder, string> = {
  inbox: 'New messages appear here automatically.',
  drafts: 'Unfinished messages are saved in this folder.',
  archive: 'Messages you are done with but want to keep.',
  spam: 'Messages in this folder are permanently deleted after 30 days.',
  sent: 'Messages you send from here appear in this folder.',
  trash: 'Messages in this folder are permanently deleted after 30 days.',
}

function useMessages(id: string, folder: Folder | null, { q, only }: InboxSearch) {
  const trpc = useTRPC()
  const { cursors, go } = usePages(`${folder} ${only} ${q}`)
  const cursor = cursors.at(-1)
  const query = useQuery(
    trpc.email.messages.page.queryOptions({
      id,
      folder: folder ?? 'inbox',
      limit: pageRows,
      ...given({ q, only, cursor }),
    }),
  )
  return { query, cursors, go }
}

const filters = [
  [undefined, 'All'],
  ['unread', 'Unread'],
  ['starred', 'Starred'],
] as const

/** The filter of the list. */
const MarkFilter = ({ only }: { only: InboxSearch['only'] | undefined }) => (
  <nav className="inbox-filter" aria-label="Filter">
    {filters.map(([mark, name]) => (
      <Link
        key={name}
        from="/email/$id"
        to="/email/$id"
        params={true}
        search={({ only: _, ...rest }: InboxSearch) => given({ ...rest, only: mark })}
        resetScroll={false}
        className="inbox-folder"
        activeOptions={{ exact: true }}
        aria-current={mark === only ? 'true' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)

type PagerProps = Pick<ReturnType<typeof useMessages>, 'cursors' | 'go'> & {
  shown: number
  total: number | undefined
  next: string | null
}

function Pager({ cursors, go, shown, total, next }: PagerProps) {
  if (cursors.length === 0 && next === null) return null
  const first = cursors.length * pageRows + 1
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en-IN')}`
  return (
    <nav className="list-pager" aria-label="Pages of messages">
      <button
        type="button"
        className="button"
        disabled={cursors.length === 0}
        onClick={() => go(cursors.slice(0, -1))}
      >
        Newer
      </button>
      <span className="tabular" role="status">
        {shown === 0 ? 'No more messages' : `${first}–${first + shown - 1}${of}`}
      </span>
      <button
        type="button"
        className="button"
        disabled={next === null}
        onClick={() => next !== null && go([...cursors, next])}
      >
        Older
      </button>
    </nav>
  )
}

const none: readonly Message[] = []

/** The addresses that deliver to a mailbox: its own, and its aliases. */
const addressesOf = ({ email }: EmailAccount, all: readonly EmailAccount[]): string[] => [
  email,
  ...all.flatMap((each) => (each.type === 'alias' && each.forwardTo.includes(email) ? [each.email] : [])),
]

function Mailbox({ account, own }: { account: EmailAccount; own: readonly string[] }) {
  const { id, email, reason } = account
  const search = route.useSearch()
  const { folder: place = 'inbox', q, only, message: openId, dialog: asked } = search
  const folder = place === 'outgoing' ? null : place
  const navigate = route.useNavigate()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { query, cursors, go } = useMessages(id, folder, search)
  const changes = useMessageChanges(id)
  const leave = () => void navigate({ search: withoutMessage, resetScroll: false })
  const writing = useWriting(id, {
    isAsked: asked === 'compose',
    draftId: folder === 'drafts' ? openId : undefined,
    onClose: () =>
      void navigate({
        search: ({ dialog: _, ...rest }) => (folder === 'drafts' ? withoutMessage(rest) : rest),
        replace: true,
        resetScroll: false,
      }),
  })
  const write = () => void writing.begin({ kind: 'new' })
  const answer = (message: OpenMessage, how: ReplyKind) =>
    void writing.begin({ kind: 'answer', message, how })
  const readId = folder === 'drafts' ? undefined : openId
  const messages = query.data?.items ?? none
  useInboxKeys({
    accountId: id,
    messages,
    openId,
    changes,
    compose: write,
    answer: (how) => {
      const open =
        openId && queryClient.getQueryData(trpc.email.messages.open.queryKey({ id, messageId: openId }))
      if (open) answer(open, how)
    },
  })
  return (
    <div
      className="inbox"
      data-open={readId && folder ? '' : undefined}
      data-writing={writing.start ? writing.size : undefined}
    >
      <Link to="/email" search={{ account: id }} className="page-header-back inbox-beside">
        <ArrowLeftIcon size={14} /> Email accounts
      </Link>
      <PageHeader
        title={email}
        actions={
          <button type="button" className="button inbox-beside" data-primary="" onClick={write}>
            <PencilIcon size={16} /> Compose
          </button>
        }
      />
      {reason && <p className="email-notice">{reason}</p>}
      <div className="inbox-split">
        <FolderNav id={id} current={place} counts={query.data?.folders} />
        {folder === null ? (
          <section className="inbox-outgoing" aria-label={sectionNames.outgoing}>
            <OutgoingList id={id} />
          </section>
        ) : (
          <>
            <section className="inbox-index" aria-label={sectionNames[folder]}>
              <SearchField
                key={folder}
                label={`Search ${sectionNames[folder].toLowerCase()}`}
                q={q ?? ''}
                maxLength={200}
                onSearch={(text) =>
                  void navigate({
                    search: ({ q: _, ...rest }) => (text ? { ...rest, q: text } : rest),
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
              <MarkFilter only={only} />
              <QueryState
                query={query}
                what="The messages"
                loadingText="Loading messages..."
                skeleton={<SkeletonRows text="Loading messages..." rows={8} />}
                isEmpty={({ items }) => items.length === 0 && cursors.length === 0}
                empty={
                  <EmptyState
                    icon={<MailIcon size={28} />}
                    title={
                      q
                        ? 'No messages match your search'
                        : only
                          ? `No ${only} messages`
                          : `Nothing in ${sectionNames[folder].toLowerCase()}`
                    }
                    {...(q || only ? {} : { text: emptyTexts[folder] })}
                  />
                }
              >
                {({ items, nextCursor, folders }) => (
                  <>
                    <MessageList
                      key={`${folder} ${only} ${q} ${cursors.length}`}
                      accountId={id}
                      folder={folder}
                      messages={items}
                      openId={openId}
                      changes={changes}
                    />
                    <Pager
                      cursors={cursors}
                      go={go}
                      shown={items.length}
                      total={q || only ? undefined : folders[folder].total}
                      next={nextCursor}
                    />
                    <p className="quiet inbox-keys">
                      Press <kbd>?</kbd> for keyboard shortcuts.
                    </p>
                  </>
                )}
              </QueryState>
            </section>
            {readId ? (
              <ReadingPane
                key={readId}
                accountId={id}
                messageId={readId}
                changes={changes}
                answer={answer}
                leave={leave}
              />
            ) : (
              <div className="inbox-none">
                <EmptyState
                  icon={<MailIcon size={28} />}
                  title="Select a message"
                  text={
                    account.unseen === 0
                      ? 'You have read everything.'
                      : `${countText(account.unseen, 'message')} unread.`
                  }
                />
              </div>
            )}
          </>
        )}
        {writing.start && (
          <ComposePanel
            key={writing.key}
            account={account}
            start={writing.start}
            own={own}
            changes={changes}
            size={writing.size}
            onSize={writing.resize}
            onClose={writing.close}
            composing={writing.composing}
          />
        )}
      </div>
    </div>
  )
}

/** The messages of one mailbox: its folders, the list, and the open message. */
export function InboxPage() {
  const { id } = route.useParams()
  const trpc = useTRPC()
  const query = useQuery(trpc.email.list.queryOptions({}))
  return (
    <QueryState query={query} what="This mailbox" loadingText="Loading mailbox...">
      {(all) => {
        const account = all.find((each) => each.id === id)
        if (account?.type === 'mailbox')
          return <Mailbox key={id} account={account} own={addressesOf(account, all)} />
        const title = account ? `${account.email} doesn’t store messages` : 'This mailbox no longer exists'
        return <EmptyState icon={<MailIcon size={28} />} title={title} />
      }}
    </QueryState>
  )
}
