import { useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '#web/lib/keys.ts'
import type { Message } from '../contract.ts'
import type { ReplyKind } from './compose-start.ts'
import type { InboxSearch } from './inbox-search.ts'
import { withoutMessage } from './inbox-sections.ts'
import { messageLinkId } from './message-row.tsx'
import type { MessageChanges } from './use-message-changes.ts'

type Inbox = {
  accountId: string
  messages: readonly Message[]
  /** The message open beside the list. */
  openId: string | undefined
  changes: MessageChanges
  compose: () => void
  /** Replies to or forwards the open message. */
  answer: (how: ReplyKind) => void
}

/** Keyboard shortcuts of the inbox; they apply to the open message, or else the focused one. */
export function useInboxKeys(props: Inbox): void {
  const { accountId, messages, openId, changes, compose, answer } = props
  const navigate = useNavigate({ from: '/email/$id' })
  const focused = () => messages.find(({ id }) => document.activeElement?.id === messageLinkId(id))
  const current = () => messages.find(({ id }) => id === openId) ?? focused()
  const show = (search: (before: InboxSearch) => InboxSearch) =>
    void navigate({ to: '/email/$id', params: { id: accountId }, search, resetScroll: false })
  const step = (by: 1 | -1) => {
    const from = messages.findIndex(({ id }) => id === current()?.id)
    const next = messages[from < 0 ? 0 : Math.min(Math.max(from + by, 0), messages.length - 1)]
    if (!next) return
    document.getElementById(messageLinkId(next.id))?.focus()
    if (openId !== undefined) show((before) => ({ ...before, message: next.id }))
  }
  const open = () => {
    const message = focused()
    if (message) show((before) => ({ ...before, message: message.id }))
  }
  const close = () => {
    if (openId !== undefined) show(withoutMessage)
  }
  const star = () => {
    const message = current()
    if (message) changes.mark([message.id], { isFlagged: !message.isFlagged })
  }
  const moveTo = (to: 'archive' | 'spam' | 'trash') => {
    const message = current()
    if (!message || message.folder === to || message.folder === 'trash') return
    if (to === 'archive' && message.folder !== 'inbox') return
    void changes.move([message], to).then(
      () => message.id === openId && show(withoutMessage),
      () => {},
    )
  }
  useShortcuts('Inbox', [
    { keys: 'j', meaning: 'next message', run: () => step(1) },
    { keys: 'k', meaning: 'previous message', run: () => step(-1) },
    { keys: 'o', meaning: 'open the message, as Enter does', run: open },
    { keys: 'u', meaning: 'go back to the list', run: close },
    { keys: 'c', meaning: 'write a message', run: compose },
    { keys: 'r', meaning: 'reply to the open message', run: () => answer('sender') },
    { keys: 'a', meaning: 'reply to everyone', run: () => answer('everyone') },
    { keys: 'f', meaning: 'forward the open message', run: () => answer('forward') },
    { keys: 'e', meaning: 'archive', run: () => moveTo('archive') },
    { keys: 's', meaning: 'add or remove a star', run: star },
    { keys: '#', meaning: 'move to trash', run: () => moveTo('trash') },
    { keys: '!', meaning: 'move to spam', run: () => moveTo('spam') },
    { keys: 'Escape', meaning: 'close the message', run: close },
  ])
}
