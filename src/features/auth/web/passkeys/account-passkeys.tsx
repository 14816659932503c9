import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PasskeyRow, Security } from '#features/auth/contract/security.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { useCeremony } from './use-ceremony.ts'

const RenameDialog = lazyPart(() => import('./passkey-rename-dialog.tsx'), 'PasskeyRenameDialog')

function useReadAgain() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.auth.passkeys.pathFilter()),
      queryClient.invalidateQueries(trpc.auth.security.queryFilter()),
    ])
}

/** The account's passkeys, which sign in without a password. */
export function AccountPasskeys({ security }: { security: Security | undefined }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.passkeys.list.queryOptions())
  const readAgain = useReadAgain()
  const reason = security?.passkeysUnavailable ?? undefined
  const { begin, isBusy } = useCeremony(
    'The passkey could not be added',
    (ceremonies) => ceremonies.makePasskey,
    ({ name }) => {
      showToast({ title: 'Passkey added', description: name })
      void readAgain()
    },
  )
  return (
    <section className="account-section" aria-labelledby="passkeys-title">
      <div>
        <h2 id="passkeys-title">Passkeys</h2>
        <p>Sign in with your fingerprint, face, PIN or security key instead of your password.</p>
      </div>
      <div className="account-stack">
        <QueryState query={query} what="Your passkeys" loadingText="Loading passkeys...">
          {(rows) => <PasskeyList rows={rows} />}
        </QueryState>
        <div>
          <button
            type="button"
            className="button"
            disabled={isBusy || reason !== undefined}
            aria-describedby={reason ? 'passkeys-reason' : undefined}
            onClick={() => void begin()}
          >
            Add a passkey…
          </button>
          {reason && <p id="passkeys-reason">{reason}</p>}
        </div>
      </div>
    </section>
  )
}

function PasskeyList({ rows }: { rows: PasskeyRow[] }) {
  const renaming = useDialog<PasskeyRow>()
  const removing = useDialog<PasskeyRow>()
  const trpc = useTRPC()
  const readAgain = useReadAgain()
  const remove = useMutation(
    trpc.auth.passkeys.remove.mutationOptions({
      meta: { failure: 'The passkey could not be removed' },
      onSuccess: () => showToast({ title: 'Passkey removed' }),
      onSettled: readAgain,
    }),
  )
  if (rows.length === 0) return <p className="account-none">No passkeys yet.</p>
  return (
    <>
      <ul className="account-list">
        {rows.map((row) => (
          <Passkey key={row.id} row={row} onRename={renaming.open} onRemove={removing.open} />
        ))}
      </ul>
      {renaming.subject && (
        <RenameDialog
          key={renaming.key}
          passkey={renaming.subject}
          opened={renaming.isOpen}
          onClose={renaming.close}
        />
      )}
      <Confirming
        dialog={removing}
        ask={({ id, name }) => ({
          title: `Remove ${name}?`,
          children: 'This passkey will no longer sign you in. You can also delete it on your device.',
          confirmLabel: 'Remove',
          onConfirm: () => remove.mutateAsync({ id }),
        })}
      />
    </>
  )
}

type PasskeyProps = {
  row: PasskeyRow
  onRename: (row: PasskeyRow) => void
  onRemove: (row: PasskeyRow) => void
}

function Passkey({ row, onRename, onRemove }: PasskeyProps) {
  const { name, createdAt, lastUsedAt, isBackedUp } = row
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span className="account-session-facts">
          {isBackedUp ? 'Synced between devices' : 'On one device'}, added{' '}
          <DateTime at={createdAt} as="moment" />
          {lastUsedAt && (
            <>
              , last used <DateTime at={lastUsedAt} as="moment" />
            </>
          )}
        </span>
      </div>
      <div className="account-buttons">
        <button type="button" className="button" onClick={() => onRename(row)}>
          Rename<span className="visually-hidden"> {name}</span>
        </button>
        <button type="button" className="button" onClick={() => onRemove(row)}>
          Remove<span className="visually-hidden"> {name}</span>
        </button>
      </div>
    </li>
  )
}
