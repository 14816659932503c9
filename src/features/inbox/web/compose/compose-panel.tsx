import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useImperativeHandle } from 'react'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { breakpoints } from '#web/tokens.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CloseIcon, drawIcon, TrashIcon } from '#web/ui/icons.tsx'
import { Mantine } from '#web/ui/mantine.tsx'
import type { ComposeStart } from '../compose-start.ts'
import type { MessageChanges } from '../use-message-changes.ts'
import { AttachButton, attachFitting, ComposeAttachments } from './compose-attachments.tsx'
import { ComposeForm } from './compose-form.tsx'
import { ComposeState } from './compose-state.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SignatureButton } from './signature-dialog.tsx'
import { useKeeper } from './use-keeper.ts'
import { useSend } from './use-send.ts'

const MinimiseIcon = drawIcon('M5 19h14')
const ExpandIcon = drawIcon('M13.5 4.5h6v6M19.5 4.5l-6 6M10.5 19.5h-6v-6M4.5 19.5l6-6')

/** The layout of the compose panel. */
export type ComposeSize = 'beside' | 'small' | 'whole'

/** The page's handle on the open draft. */
export type Composing = {
  /** Saves it; false on failure, which the panel shows. */
  leave: () => Promise<boolean>
}

type ComposePanelProps = {
  account: EmailAccount
  start: ComposeStart
  /** The addresses that deliver to the account. */
  own: readonly string[]
  changes: MessageChanges
  size: ComposeSize
  onSize: (size: ComposeSize) => void
  onClose: () => void
  composing: RefObject<Composing | null>
}

const phone = `(width < ${breakpoints.md})`

/** Writes a message of an account: beside the list, in a corner or full size on a desktop, as a sheet on a phone. */
export function ComposePanel(props: ComposePanelProps) {
  const { account, changes, size, onSize, onClose, composing } = props
  const { draftId, keeper, state } = useKeeper(props)
  const { send, isSending, errors, forgive } = useSend({ id: account.id, draftId }, keeper, onClose)
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  useImperativeHandle(composing, () => ({ leave: keeper.flush }), [keeper])
  const close = () => void keeper.flush().then((isSaved) => isSaved && onClose())
  const discard = () => {
    const { subject } = state.fields
    const gone = keeper.isStored()
      ? changes.move([{ id: draftId, subject, folder: 'drafts' }], 'trash')
      : Promise.resolve()
    keeper.abandon()
    void gone.then(onClose, () => {})
  }
  const title = `Write from ${account.email}`
  const sendButton = (
    <button
      type="submit"
      className="button"
      data-primary=""
      aria-busy={isSending || undefined}
      disabled={state.uploads.length > 0}
    >
      Send
    </button>
  )
  const form = (head: ReactNode) => (
    <form
      className="compose"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The form of a nested dialog is a different one.
        if (event.target === event.currentTarget) void send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        if (!event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {state.phase !== 'untouched' && state.phase !== 'saved' && (
        <LeaveGuard isAsking={state.phase === 'failed' || state.phase === 'stale'} />
      )}
      {head}
      <ComposeForm
        keeper={keeper}
        state={state}
        errors={errors}
        onFiles={(files) => attachFitting(keeper, files)}
        onChanged={forgive}
      />
      <ComposeAttachments keeper={keeper} state={state} />
      <ComposeState keeper={keeper} state={state} />
      <div className="compose-foot">
        {!isPhone && sendButton}
        <AttachButton keeper={keeper} />
        <SignatureButton account={account} />
        <button
          type="button"
          className="icon-button compose-discard"
          aria-label="Discard draft"
          title="Discard draft"
          onClick={discard}
        >
          <TrashIcon />
        </button>
      </div>
    </form>
  )
  const closeButton = (
    <button
      type="button"
      className="icon-button"
      aria-label={`Close: ${title}`}
      title="Save and close"
      onClick={close}
    >
      <CloseIcon />
    </button>
  )
  const about = state.fields.subject || 'New message'
  if (isPhone)
    return (
      <Modal
        opened
        onClose={close}
        fullScreen
        withCloseButton={false}
        attributes={{ content: { 'aria-label': title } }}
        classNames={{ content: 'compose-sheet', body: 'compose-sheet-body' }}
        transitionProps={{ duration: 0 }}
      >
        {form(
          <div className="compose-head">
            <h2>{about}</h2>
            {sendButton}
            {closeButton}
          </div>,
        )}
      </Modal>
    )
  const isSmall = size === 'small'
  return (
    <Mantine>
      <section className="compose-panel panel" aria-label={title} data-size={size}>
        <header className="compose-head">
          <h2>
            <button
              type="button"
              onClick={() => onSize(isSmall ? 'beside' : 'small')}
              aria-expanded={!isSmall}
            >
              {about}
            </button>
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label={isSmall ? 'Open' : 'Minimize'}
            title={isSmall ? 'Open' : 'Minimize'}
            onClick={() => onSize(isSmall ? 'beside' : 'small')}
          >
            <MinimiseIcon />
          </button>
          {!isSmall && (
            <button
              type="button"
              className="icon-button"
              aria-pressed={size === 'whole'}
              aria-label="Expand"
              title={size === 'whole' ? 'Beside the messages' : 'Expand'}
              onClick={() => onSize(size === 'whole' ? 'beside' : 'whole')}
            >
              <ExpandIcon />
            </button>
          )}
          {closeButton}
        </header>
        {!isSmall && form(null)}
      </section>
    </Mantine>
  )
}
