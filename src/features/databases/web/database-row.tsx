import { Link } from '@tanstack/react-router'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Database } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import { ConnectionBlock } from './connection/connection-block.tsx'
import { ConnectionLine } from './connection/connection-line.tsx'
import { DatabaseState, obstacleOf } from './database-state.tsx'
import { TypeBadge, TypeIcon } from './database-type.tsx'
import { EngineName } from './engine-name.tsx'

/** Dialogs of a database. */
export type DatabaseVerb =
  | 'strings'
  | 'password'
  | 'access'
  | 'usage'
  | 'export'
  | 'import'
  | 'recreate'
  | 'delete'

type DatabaseRowProps = {
  database: Database
  /** Label of its service. */
  site: string
  /** Shows the connection settings from the start. */
  isConnectionShown: boolean
  onAsk: (verb: DatabaseVerb) => void
}

/** A database with its state, its connection settings and its actions. */
export function DatabaseRow({ database, site, isConnectionShown, onAsk }: DatabaseRowProps) {
  const { dbName, dbType } = database
  const obstacle = obstacleOf(database)
  return (
    <article className="database panel" aria-label={dbName}>
      <div className="database-head">
        <TypeIcon type={dbType} />
        <div className="database-title">
          <h2 className="database-name">
            <EngineName name={database.connection.database} own={dbName} />
            <CopyButton
              value={database.connection.database}
              label={`Copy database name ${dbName}`}
              toast={{ title: texts.copied }}
            />
          </h2>
          <TypeBadge type={dbType} />
          <DatabaseState database={database} />
        </div>
      </div>
      <Actions database={database} obstacle={obstacle} onAsk={onAsk} />
      {obstacle && <p className="database-reason">{obstacle}</p>}
      <Facts database={database} site={site} />
      <details className="database-more" open={isConnectionShown}>
        <summary>Connection</summary>
        <ConnectionBlock dbName={dbName} connection={database.connection} />
        <ConnectionLine database={database} onMore={() => onAsk('strings')} />
      </details>
    </article>
  )
}

function Facts({ database, site }: Pick<DatabaseRowProps, 'database' | 'site'>) {
  const { dbUser, connection, size, recentSizes, createdAt } = database
  return (
    <dl className="database-facts">
      <div>
        <dt>Plan</dt>
        <dd>{site}</dd>
      </div>
      <div>
        <dt>User</dt>
        <dd className="mono">
          <EngineName name={connection.username} own={dbUser} />
        </dd>
      </div>
      <div>
        <dt>Size</dt>
        <dd className="database-size">
          <span className="tabular">{size} MB</span>
          {recentSizes.length > 1 && (
            <span className="database-trend">
              <Sparkline values={recentSizes} label={`Size over the last day, now ${size} MB`} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <DateTime at={createdAt} />
        </dd>
      </div>
    </dl>
  )
}

const noSql = 'The console is for SQL databases. Connect to MongoDB with mongosh, under More formats.'

const opensConsole = 'Opens the SQL console'

/** Opens the console, which customers of other hosts look for under this name. */
function ConsoleLink({ database: { id, dbName, dbType }, obstacle }: Omit<ActionsProps, 'onAsk'>) {
  const reason = dbType === 'mongodb' ? noSql : obstacle
  const words = 'phpMyAdmin'
  const label = `${words} ${dbName}`
  if (reason === undefined)
    return (
      <span className="database-console">
        <Link
          className="row-action"
          to="/databases/$id"
          params={{ id }}
          aria-label={label}
          aria-description={opensConsole}
          data-tooltip={opensConsole}
        >
          {words}
        </Link>
        <span className="database-quiet">SQL console</span>
      </span>
    )
  return (
    <Explained reason={reason}>
      <button type="button" className="row-action" aria-label={label} disabled aria-description={reason}>
        {words}
      </button>
    </Explained>
  )
}

type ActionsProps = Pick<DatabaseRowProps, 'database' | 'onAsk'> & { obstacle: string | undefined }

function Actions({ database, obstacle, onAsk }: ActionsProps) {
  const { dbName, status, isMissing } = database
  const button = (verb: DatabaseVerb, words: string, more: { reason?: string | undefined } = {}) => (
    <Explained reason={more.reason}>
      <button
        type="button"
        className="row-action"
        aria-label={`${words} ${dbName}`}
        disabled={more.reason !== undefined}
        aria-description={more.reason}
        onClick={() => onAsk(verb)}
      >
        {words}
      </button>
    </Explained>
  )
  return (
    <div className="database-actions">
      <ConsoleLink database={database} obstacle={obstacle} />
      {isMissing ? (
        button('recreate', 'Recreate')
      ) : (
        <>
          {button('export', 'Export', { reason: status === 'pending' ? obstacle : undefined })}
          {button('import', 'Import', { reason: obstacle })}
        </>
      )}
      <span className="database-actions-more">
        <RowActions label={dbName} isMenu>
          <button type="button" className="row-action" onClick={() => onAsk('password')}>
            Change password
          </button>
          <button type="button" className="row-action" onClick={() => onAsk('access')}>
            Remote access
          </button>
          <button type="button" className="row-action" onClick={() => onAsk('usage')}>
            Usage
          </button>
          <button
            type="button"
            className="row-action"
            data-bad=""
            aria-label={`Delete ${dbName}`}
            onClick={() => onAsk('delete')}
          >
            Delete
          </button>
        </RowActions>
      </span>
    </div>
  )
}
