import type { KeyRow } from '#features/keys/contract.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

/** A key: its beginning, permissions, expiry and last use. */
export function KeyItem({ row, onRemove }: { row: KeyRow; onRemove: () => void }) {
  const { name, hint, scopes, expiresAt, isExpired, lastUsedAt, createdAt } = row
  return (
    <li>
      <div className="fact-list-facts">
        <strong>{name}</strong> <span className="mono">{hint}</span>{' '}
        {isExpired && <StatusBadge status="expired" tone="bad" />}
        <p className="key-scopes mono">{scopes.join(', ')}</p>
        <p>
          Created <DateTime at={createdAt} />.{' '}
          {expiresAt ? (
            <>
              {isExpired ? 'Expired' : 'Expires'} <DateTime at={expiresAt} />.
            </>
          ) : (
            'Does not expire.'
          )}{' '}
          {lastUsedAt ? (
            <>
              Last used <DateTime at={lastUsedAt} as="moment" />.
            </>
          ) : (
            'Never used.'
          )}
        </p>
      </div>
      <button type="button" className="button" onClick={onRemove}>
        Remove<span className="visually-hidden"> {name}</span>
      </button>
    </li>
  )
}
