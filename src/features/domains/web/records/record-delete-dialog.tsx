import type { DnsRecord } from '#features/zones/contract/records.ts'
import { showName } from '#shared/names/show-name.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { RecordConflict, useRecordConflict } from './record-conflict.tsx'
import type { RecordDialogProps } from './record-dialog.tsx'
import { RecordEffects } from './record-effects.tsx'
import { usePreview } from './use-preview.ts'
import { recordName } from './use-zone-changes.ts'

type RecordDeleteDialogProps = RecordDialogProps & { record: DnsRecord }

/** Asks before deleting a record, and shows the effects. */
export function RecordDeleteDialog(props: RecordDeleteDialogProps) {
  const { domain, changes, record, opened, onClose } = props
  const { seen = record, conflict, attempt } = useRecordConflict(record)
  const { id: recordId, version } = seen
  const change = { id: domain.id, recordId, remove: true }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this record?"
      confirmLabel={conflict ? 'Delete Anyway' : 'Delete'}
      onConfirm={() => attempt(changes.remove.mutateAsync({ id: domain.id, recordId, version }))}
    >
      <p className="domain-record">
        <strong>{showName(recordName(record, domain.name))}</strong> {record.value}
      </p>
      {conflict && <RecordConflict conflict={conflict} zone={domain.name} />}
      <RecordEffects preview={usePreview(opened ? change : null)} />
    </ConfirmDialog>
  )
}
