import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DnsRecord } from '../contract/records.ts'
import type { RecordDialogProps } from './record-dialog.tsx'
import { RecordEffects } from './record-effects.tsx'
import { usePreview } from './use-preview.ts'
import { recordName } from './use-zone-changes.ts'

type RecordDeleteDialogProps = RecordDialogProps & { record: DnsRecord }

/** Asks before a record goes, and says what that means. */
export function RecordDeleteDialog(props: RecordDeleteDialogProps) {
  const { domain, changes, record, opened, onClose } = props
  const change = { id: domain.id, recordId: record.id, remove: true }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this record?"
      confirmLabel="Delete"
      onConfirm={() => changes.remove.mutateAsync({ id: domain.id, recordId: record.id })}
    >
      <p className="domain-record">
        <strong>{recordName(record, domain.name)}</strong> {record.value}
      </p>
      <RecordEffects preview={usePreview(opened ? change : null)} />
    </ConfirmDialog>
  )
}
