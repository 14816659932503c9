import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { Database } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

const copied = { title: texts.copied }

/** Connection settings with a copy button each, under the names that the engine uses. */
export function ConnectionBlock({ dbName, connection }: Pick<Database, 'dbName' | 'connection'>) {
  const { host, port, database, username } = connection
  const facts = [
    ['Host', host],
    ['Port', port === null ? null : String(port)],
    ['Database name', database],
    ['Username', username],
  ] as const
  return (
    <dl className="database-connection">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === null ? (
              <span className="database-quiet">Available once active</span>
            ) : (
              <>
                <span className="database-value mono" title={value}>
                  {value}
                </span>
                <CopyButton value={value} label={`Copy ${name.toLowerCase()} of ${dbName}`} toast={copied} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
