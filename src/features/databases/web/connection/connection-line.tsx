import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { Database } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { connectionUri } from './connection-strings.ts'

type ConnectionLineProps = { database: Database; onMore: () => void }

/** The connection string on one line with a copy button; empty while the engine has not run once. */
export function ConnectionLine({ database, onMore }: ConnectionLineProps) {
  const uri = connectionUri(database)
  if (uri === null) return null
  return (
    <div className="database-line">
      <span className="database-quiet">Connection string</span>
      <code className="mono" title={uri}>
        {uri}
      </code>
      <CopyButton
        value={uri}
        label={`Copy connection string for ${database.dbName}`}
        toast={{ title: texts.copied }}
      />
      <button type="button" className="row-action" onClick={onMore}>
        More formats
      </button>
    </div>
  )
}
