import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { texts } from '../../contract/texts.ts'
import { connectionStrings, passwordPlaceholder } from '../connection/connection-strings.ts'
import { obstacleOf } from '../database-state.tsx'
import type { DatabaseDialogProps } from './dialog-props.ts'

const copied = { title: texts.copied }

/** Connection strings for common clients and frameworks, each with a copy button. */
export function ConnectionDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { dbName, allow } = database
  const strings = connectionStrings(database)
  const obstacle = obstacleOf(database)
  const title = `Connect to ${dbName}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <div className="database-strings">
        {strings.length === 0 ? (
          <p>You can’t connect yet. {obstacle}</p>
        ) : (
          <p className="database-quiet">
            Replace <span className="mono">{passwordPlaceholder}</span> with the password. In a URI,
            percent-encode its symbols.
            {allow.length > 0 && ' Remote connections must use TLS.'}
          </p>
        )}
        {strings.map(({ name, text }) => (
          <section key={name} aria-label={name}>
            <div className="database-string-head">
              <h3>{name}</h3>
              <CopyButton value={text} label={`Copy ${name}`} toast={copied} />
            </div>
            <pre className="mono">{text}</pre>
          </section>
        ))}
      </div>
    </Modal>
  )
}
