import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { Database } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { connectionUri } from '../connection/connection-strings.ts'
import { obstacleOf } from '../database-state.tsx'

type DatabaseMadeDialogProps = {
  /** Its current state. */
  database: Database
  password: string
  opened: boolean
  onClose: () => void
}

type SecretProps = { label: string; value: string }

const Secret = ({ label, value }: SecretProps) => (
  <section aria-label={label}>
    <div className="database-string-head">
      <h3>{label}</h3>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} toast={{ title: texts.copied }} />
    </div>
    <pre className="mono">{value}</pre>
  </section>
)

/** Connection settings of a new database, while its password can be read. A click outside does not close it. */
export function DatabaseCreatedDialog({ database, password, opened, onClose }: DatabaseMadeDialogProps) {
  const { id, dbName, dbType } = database
  const uri = connectionUri(database, password)
  const obstacle = obstacleOf(database)
  const hasConsole = dbType !== 'mongodb' && obstacle === undefined
  const title = hasConsole ? `${dbName} is ready` : `${dbName} is being created`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <div className="database-strings">
        {obstacle && <p className="database-reason">{obstacle}</p>}
        {uri !== null && <Secret label="Connection string" value={uri} />}
        <Secret label="Password" value={password} />
        <p className="database-quiet">{texts.keepPassword}</p>
        <Group justify="flex-end" gap="xs">
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
          {hasConsole && (
            <Link className="button" data-primary="" to="/databases/$id" params={{ id }} data-autofocus>
              Open SQL console
            </Link>
          )}
        </Group>
      </div>
    </Modal>
  )
}
