import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { OpenedValue } from './cell.tsx'

type ValueDialogProps = { opened: boolean; onClose: () => void; subject: OpenedValue }

/** Shows a long value in full, with a copy button. */
export function ValueDialog({ opened, onClose, subject: { column, type, value, isCut } }: ValueDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={column}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${column}` }}
    >
      <div className="console-value-head">
        <span className="console-quiet">
          {type}
          {isCut && ', first part only'}
        </span>
        <CopyButton value={value} label={`Copy the value of ${column}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <pre className="console-value" tabIndex={0}>
        {value}
      </pre>
    </Modal>
  )
}
