import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DnsChange } from '#features/zones/contract/records.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Domain } from '../../contract/contract.ts'
import { ChangeLines } from './change-lines.tsx'
import { useUndo } from './use-zone-changes.ts'

const none = <p className="quiet">No changes yet. The last 100 changes appear here.</p>

type HistoryDialogProps = { domain: Domain; opened: boolean; onClose: () => void }

/** Record changes, newest first, each with an undo. */
export function HistoryDialog({ domain, opened, onClose }: HistoryDialogProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.domains.dns.history.queryOptions({ id: domain.id }, { staleTime: 0 }))
  const list = useRef<HTMLOListElement>(null)
  const title = `DNS history: ${showName(domain.name)}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <QueryState query={query} what="The history" loadingText="Loading history..." empty={none}>
        {(changes) => (
          <ol ref={list} className="domain-history" tabIndex={-1}>
            {changes.map((change) => (
              <Change
                key={change.id}
                change={change}
                domain={domain}
                onUndone={() => list.current?.focus()}
              />
            ))}
          </ol>
        )}
      </QueryState>
    </Modal>
  )
}

type ChangeProps = {
  change: DnsChange
  domain: Domain
  /** Takes the focus when the undo button disappears. */
  onUndone: () => void
}

function Change({ change, domain, onUndone }: ChangeProps) {
  const { id: changeId, at, note, removed, added, undoneAt } = change
  const { undo } = useUndo(domain)
  return (
    <li>
      <div className="domain-change-head">
        <span>
          <strong>{note}</strong>
          <span className="quiet">
            <DateTime at={at} as="moment" />
          </span>
        </span>
        {undoneAt ? (
          <span className="quiet">Undone</span>
        ) : (
          <button
            type="button"
            className="button"
            aria-label={`Undo: ${note}`}
            aria-disabled={undo.isPending}
            onClick={() => {
              if (!undo.isPending) undo.mutate({ id: domain.id, changeId }, { onSuccess: onUndone })
            }}
          >
            Undo
          </button>
        )}
      </div>
      <ChangeLines zone={domain.name} removed={removed} added={added} />
    </li>
  )
}
