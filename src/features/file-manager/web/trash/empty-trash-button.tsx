import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { useEmptyTrash } from './use-empty-trash.ts'

type EmptyTrashButtonProps = {
  /** Limits it to this service; all services when absent. */
  serviceId?: string
  onEmptied?: () => void
}

type Totals = { entries: number; bytes: number }

const nameOf = ({ entries, bytes }: Totals): string =>
  `${countText(entries, 'file or folder', 'files and folders')}, ${formatBytes(bytes)}`

/** Empties the trash after a confirmation. Hidden while the trash is empty. */
export function EmptyTrashButton({ serviceId, onEmptied }: EmptyTrashButtonProps) {
  const trpc = useTRPC()
  const input = serviceId === undefined ? {} : { serviceId }
  const { data: totals } = useQuery(trpc.files.trashTotals.queryOptions(input))
  const { empty } = useEmptyTrash()
  const dialog = useDialog<Totals>()
  const ask = (asked: Totals) => ({
    title: 'Empty the trash?',
    confirmLabel: 'Empty trash',
    onConfirm: () => empty.mutateAsync(input).then(onEmptied),
    children: `This permanently deletes ${nameOf(asked)}. They cannot be restored.`,
  })
  return (
    <>
      {totals && totals.entries > 0 && (
        <button type="button" className="button" onClick={() => dialog.open(totals)}>
          Empty trash ({formatBytes(totals.bytes)})…
        </button>
      )}
      <Confirming dialog={dialog} ask={ask} />
    </>
  )
}
