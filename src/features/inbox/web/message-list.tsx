import { useState } from 'react'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { countText } from '#shared/text/count-text.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Message } from '../contract.ts'
import { MessageRow } from './message-row.tsx'
import type { MessageChanges } from './use-message-changes.ts'

const DeleteDialog = lazyPart(() => import('./messages-delete-dialog.tsx'), 'MessagesDeleteDialog')

type MessageListProps = {
  accountId: string
  folder: Folder
  messages: readonly Message[]
  openId: string | undefined
  changes: MessageChanges
}

/** A page of messages, with actions for the selected ones. */
export function MessageList({ accountId, folder, messages, openId, changes }: MessageListProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = messages.filter(({ id }) => ticked.has(id))
  const toggle = (id: string) =>
    setTicked(
      (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
    )
  return (
    <>
      <Selection
        folder={folder}
        messages={messages}
        chosen={chosen}
        changes={changes}
        onAll={(isAll) => setTicked(new Set(isAll ? messages.map(({ id }) => id) : []))}
      />
      <ul className="inbox-list" aria-label="Messages">
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            accountId={accountId}
            message={message}
            isOpen={message.id === openId}
            isChosen={ticked.has(message.id)}
            onChoose={() => toggle(message.id)}
            changes={changes}
          />
        ))}
      </ul>
    </>
  )
}

type SelectionProps = Pick<MessageListProps, 'folder' | 'messages' | 'changes'> & {
  chosen: readonly Message[]
  onAll: (isAll: boolean) => void
}

function Selection({ folder, messages, chosen, changes, onAll }: SelectionProps) {
  const dialog = useDialog<readonly Message[]>()
  const ids = chosen.map(({ id }) => id)
  const moveTo = (to: Folder) =>
    void changes.move(chosen, to).then(
      () => onAll(false),
      () => {},
    )
  const areUnseen = chosen.some(({ isSeen }) => !isSeen)
  return (
    <section className="inbox-selection" aria-label="Selected messages">
      <label className="inbox-choose">
        <input
          type="checkbox"
          className="checkbox"
          aria-label="Select all messages on this page"
          checked={messages.length > 0 && chosen.length === messages.length}
          onChange={({ currentTarget }) => onAll(currentTarget.checked)}
        />
      </label>
      {chosen.length === 0 ? (
        <span className="quiet">{countText(messages.length, 'message')}</span>
      ) : (
        <>
          <button type="button" className="button" onClick={() => changes.mark(ids, { isSeen: areUnseen })}>
            {areUnseen ? 'Mark as read' : 'Mark as unread'}
          </button>
          {(folder === 'spam' || folder === 'trash' || folder === 'archive') && (
            <button type="button" className="button" onClick={() => moveTo('inbox')}>
              {folder === 'spam' ? 'Not spam' : 'Move to inbox'}
            </button>
          )}
          {folder === 'inbox' && (
            <>
              <button type="button" className="button" onClick={() => moveTo('archive')}>
                Archive
              </button>
              <button type="button" className="button" onClick={() => moveTo('spam')}>
                Spam
              </button>
            </>
          )}
          <button
            type="button"
            className="button"
            onClick={() => (folder === 'trash' ? dialog.open(chosen) : moveTo('trash'))}
          >
            {folder === 'trash' ? 'Delete permanently…' : 'Trash'}
          </button>
        </>
      )}
      {dialog.subject && (
        <DeleteDialog
          key={dialog.key}
          messages={dialog.subject}
          changes={changes}
          opened={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}
