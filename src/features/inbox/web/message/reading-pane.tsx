import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { ArchiveIcon, ArrowLeftIcon, DownloadIcon, TrashIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { OpenMessage } from '../../contract.ts'
import { hasOthers, type ReplyKind } from '../compose-start.ts'
import { withoutMessage } from '../inbox-sections.ts'
import type { MessageChanges } from '../use-message-changes.ts'
import { MessageAttachments } from './message-attachments.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageChecks } from './message-checks.tsx'
import { MessageThread } from './message-thread.tsx'
import { StarButton } from './star-button.tsx'

const DeleteDialog = lazyPart(() => import('../messages-delete-dialog.tsx'), 'MessagesDeleteDialog')

type ReadingPaneProps = {
  accountId: string
  messageId: string
  changes: MessageChanges
  answer: (message: OpenMessage, how: ReplyKind) => void
  /** Goes back to the list. */
  leave: () => void
}

/** The open message, with its conversation. */
export function ReadingPane(props: ReadingPaneProps) {
  const { accountId, messageId } = props
  const trpc = useTRPC()
  const query = useQuery(trpc.email.messages.open.queryOptions({ id: accountId, messageId }))
  return (
    <section className="inbox-reading panel" aria-label="Message">
      <Link
        from="/email/$id"
        to="/email/$id"
        params={{ id: accountId }}
        search={withoutMessage}
        resetScroll={false}
        className="page-header-back inbox-back"
      >
        <ArrowLeftIcon size={14} /> Messages
      </Link>
      <QueryState query={query} what="This message" loadingText="Loading message...">
        {(message) => <Read {...props} message={message} />}
      </QueryState>
    </section>
  )
}

function Read({ message, ...props }: ReadingPaneProps & { message: OpenMessage }) {
  const { accountId, changes } = props
  const { id, subject, from, to, cc, receivedAt, isSeen, attachments } = message
  const see = useEffectEvent(() => {
    if (!isSeen) changes.mark([id], { isSeen: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is opened.
  useEffect(() => see(), [id])
  return (
    <article className="inbox-message">
      <h2 className="inbox-message-subject">{subject || 'No subject'}</h2>
      <Actions {...props} message={message} />
      <dl className="inbox-message-head">
        <div>
          <dt>From</dt>
          <dd>
            {from.name && <strong>{from.name} </strong>}
            <span>{from.address}</span>
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{to}</dd>
        </div>
        {cc && (
          <div>
            <dt>Cc</dt>
            <dd>{cc}</dd>
          </div>
        )}
        <div>
          <dt>Date</dt>
          <dd>
            <DateTime at={receivedAt} as="moment" />
          </dd>
        </div>
      </dl>
      <MessageChecks message={message} />
      <MessageBody accountId={accountId} message={message} />
      {attachments.length > 0 && <MessageAttachments accountId={accountId} message={message} />}
      <MessageThread accountId={accountId} message={message} />
    </article>
  )
}

function Actions({
  accountId,
  message,
  changes,
  answer,
  leave,
}: ReadingPaneProps & { message: OpenMessage }) {
  const { id, folder } = message
  const dialog = useDialog<true>()
  const removal = folder === 'trash' ? 'Delete permanently…' : 'Move to trash'
  const move = (to: Folder) => void changes.move([message], to).then(leave, () => {})
  return (
    <div className="inbox-actions">
      <button type="button" className="button" data-primary="" onClick={() => answer(message, 'sender')}>
        Reply
      </button>
      {hasOthers(message) && (
        <button type="button" className="button" onClick={() => answer(message, 'everyone')}>
          Reply all
        </button>
      )}
      <button type="button" className="button" onClick={() => answer(message, 'forward')}>
        Forward
      </button>
      {folder === 'inbox' && (
        <button
          type="button"
          className="icon-button"
          aria-label="Archive"
          title="Archive"
          onClick={() => move('archive')}
        >
          <ArchiveIcon />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={removal}
        title={removal}
        onClick={() => (folder === 'trash' ? dialog.open(true) : move('trash'))}
      >
        <TrashIcon />
      </button>
      <StarButton message={message} changes={changes} />
      <RowActions label="this message" isMenu>
        {folder !== 'inbox' && folder !== 'sent' && folder !== 'drafts' && (
          <button type="button" className="row-action" onClick={() => move('inbox')}>
            {folder === 'spam' ? 'Not spam' : 'Move to inbox'}
          </button>
        )}
        {folder === 'inbox' && (
          <button type="button" className="row-action" onClick={() => move('spam')}>
            Report spam
          </button>
        )}
        <button
          type="button"
          className="row-action"
          onClick={() => {
            changes.mark([id], { isSeen: false })
            leave()
          }}
        >
          Mark as unread
        </button>
        <a className="row-action" href={`/api/email/accounts/${accountId}/messages/${id}/source`} download>
          <DownloadIcon size={16} /> Original (.eml)
        </a>
      </RowActions>
      {dialog.subject && (
        <DeleteDialog
          key={dialog.key}
          messages={[message]}
          changes={changes}
          opened={dialog.isOpen}
          onClose={dialog.close}
          onDeleted={leave}
        />
      )}
    </div>
  )
}
