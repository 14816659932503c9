import { NativeSelect, Progress } from '@mantine/core'
import { type Backup, createBackupInput } from '#features/backups/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { shownProgress, typeNames, typeTexts } from '#shared/backup-texts.ts'
import type { BackupType } from '#shared/backup-types.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { typeOptions } from './type-options.ts'
import type { Creation } from './use-create-backup.ts'

type BackupCreateDialogProps = {
  opened: boolean
  onClose: () => void
  services: Service[]
  chosen: string | undefined
  /** Hides the service field, because backups cover the chosen service only. */
  isBound: boolean
  creation: Creation
  backups: Backup[]
}

type Values = { serviceId: string; backupType: BackupType }

/** The service of the list, or the only one. */
const firstChoice = ({ services, chosen }: BackupCreateDialogProps) =>
  services.find(({ id }) => id === chosen) ?? (services.length === 1 ? services[0] : undefined)

/** A form for the backup's contents; it can be sent with a chosen service and no other backup in progress. */
function useBackupForm(props: BackupCreateDialogProps) {
  const { services, creation } = props
  const serviceId = firstChoice(props)?.id ?? ''
  const form = useContractForm<Values>(createBackupInput, { serviceId, backupType: 'full' })
  const reason = services.length === 0 ? 'Backups need an active service.' : 'Choose a service first.'
  const missing = form.useWatchValue('serviceId') ? undefined : reason
  return { form, disabledReason: creation.isCreating ? 'A backup is being created.' : missing }
}

/** Chooses what to back up. After the start, shows an indeterminate bar and the actual progress. */
export function BackupCreateDialog(props: BackupCreateDialogProps) {
  const { opened, onClose, services, isBound, creation, backups } = props
  const { form, disabledReason } = useBackupForm(props)
  const options = services.map((service) => ({ value: service.id, label: serviceLabel(service, services) }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create Backup"
      form={form}
      onSubmit={creation.create}
      submitLabel="Create"
      disabledReason={disabledReason}
    >
      {options.length === 0 && <p>Backups need an active service.</p>}
      {options.length > 0 && !isBound && (
        <NativeSelect
          label="Service"
          data-autofocus
          data={options.length === 1 ? options : [{ value: '', label: 'Select a service' }, ...options]}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
        />
      )}
      <NativeSelect
        label="Backup Type"
        description={typeTexts[form.useWatchValue('backupType')]}
        data={typeOptions}
        key={form.key('backupType')}
        {...form.getInputProps('backupType')}
      />
      {creation.isCreating && <CreatingState backup={backups.find(({ id }) => id === creation.createdId)} />}
    </FormDialog>
  )
}

/** The state of a backup as a sentence. */
function progressText(backup: Backup | undefined): string {
  if (!backup) return 'Waiting for the server.'
  const name = typeNames[backup.backupType]
  if (backup.status === 'failed') return `${name} failed: ${backup.reason ?? 'no reason was given.'}`
  return backup.status === 'completed'
    ? `${name} is done and verified.`
    : `${name}: ${backup.progress}% done.`
}

function CreatingState({ backup }: { backup: Backup | undefined }) {
  return (
    <div className="backup-creating">
      <div className="backup-creating-head">
        <span>Creating backup...</span>
        <span className="tabular">{shownProgress}%</span>
      </div>
      <Progress value={shownProgress} aria-label="Creating backup" />
      <p role="status">{progressText(backup)}</p>
    </div>
  )
}
