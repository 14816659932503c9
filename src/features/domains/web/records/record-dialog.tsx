import type { DnsRecord } from '#features/zones/contract/records.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { Domain } from '../../contract/contract.ts'
import { RecordConflict, RecordGone, useIsGone, useRecordConflict } from './record-conflict.tsx'
import { RecordEffects } from './record-effects.tsx'
import { RecordFields } from './record-fields.tsx'
import { faultsOf, newRecord, type RecordValues, recordForm, valuesOf, writtenOf } from './record-form.ts'
import { usePreview } from './use-preview.ts'
import type { ZoneChanges } from './use-zone-changes.ts'

export type RecordDialogProps = {
  domain: Domain
  changes: ZoneChanges
  /** The record to edit; without it a new one is added. */
  record: DnsRecord | undefined
  opened: boolean
  onClose: () => void
}

/** The current field values. */
const useValues = (form: ContractForm<RecordValues>): RecordValues => ({
  type: form.useWatchValue('type'),
  name: form.useWatchValue('name'),
  value: form.useWatchValue('value'),
  ttl: form.useWatchValue('ttl'),
  priority: form.useWatchValue('priority'),
  weight: form.useWatchValue('weight'),
  port: form.useWatchValue('port'),
  flags: form.useWatchValue('flags'),
  tag: form.useWatchValue('tag'),
})

/** Whether the fields match the stored record. */
const isUnchanged = (values: RecordValues, record: DnsRecord | undefined): boolean =>
  record !== undefined && JSON.stringify(writtenOf(values)) === JSON.stringify(writtenOf(valuesOf(record)))

const submitLabelOf = (record: DnsRecord | undefined, conflict: DnsRecord | undefined): string => {
  if (conflict) return 'Save Anyway'
  return record ? 'Save Record' : 'Add Record'
}

/** The record of the dialog; none once somebody else has deleted it, so that the input can be added as a new one. */
function usePresent({ domain, record }: Pick<RecordDialogProps, 'domain' | 'record'>) {
  const conflict = useRecordConflict(record)
  const isUnlisted = useIsGone(domain.id, record)
  const isGone = conflict.isGone || isUnlisted
  return isGone ? { ...conflict, isGone, seen: undefined, conflict: undefined } : { ...conflict, isGone }
}

/** Adds or edits a record, with a preview of the effects. */
export function RecordDialog({ domain, changes, record, opened, onClose }: RecordDialogProps) {
  const { id, name: zone } = domain
  const form = useContractForm(recordForm(zone), record ? valuesOf(record) : newRecord)
  const values = useValues(form)
  const { seen, conflict, isGone, attempt, settle } = usePresent({ domain, record })
  const isRight = faultsOf(values, zone).length === 0
  const existing = seen ? { recordId: seen.id } : {}
  // While the record is being saved, a preview would find it as a duplicate.
  const isOpen = opened && !changes.add.isPending && !changes.set.isPending
  const preview = usePreview(isOpen && isRight ? { id, ...existing, record: writtenOf(values) } : null)
  const save = (written: RecordValues) =>
    seen
      ? attempt(
          changes.set.mutateAsync({ id, recordId: seen.id, version: seen.version, ...writtenOf(written) }),
        )
      : changes.add.mutateAsync({ id, ...writtenOf(written) })
  const load = (present: DnsRecord) => {
    form.setValues(valuesOf(present))
    settle()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={record ? 'Edit Record' : 'Add Record'}
      form={form}
      onSubmit={save}
      submitLabel={submitLabelOf(seen, conflict)}
      disabledReason={isUnchanged(values, seen) ? 'Nothing has changed yet.' : undefined}
    >
      <RecordFields form={form} type={values.type} zone={zone} />
      {isGone && <RecordGone what="Your entries are still here. You can add them as a new record." />}
      {conflict && <RecordConflict conflict={conflict} zone={zone} onLoad={() => load(conflict)} />}
      <RecordEffects preview={preview} />
    </FormDialog>
  )
}
