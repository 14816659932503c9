import { Button, Group, Modal, NativeSelect, Progress, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Backup } from '#features/backups/contract.ts'
import { siteName } from '#features/services/contract/site-name.ts'
import type { Service } from '#features/services/contract.ts'
import { shownProgress, typeNames } from '../contract/texts.ts'
import { readType, typeOptions } from './type-options.ts'
import type { Creation } from './use-create-backup.ts'

type BackupCreateDialogProps = {
  opened: boolean
  onClose: () => void
  services: Service[]
  chosen: string | undefined
  creation: Creation
  backups: Backup[]
}

/** Chooses what is backed up. While it is begun, a fixed bar and how far it really is. */
export function BackupCreateDialog(props: BackupCreateDialogProps) {
  const { opened, onClose, services, chosen, creation, backups } = props
  const { isCreating } = creation
  const [serviceId, setServiceId] = useState(services.some(({ id }) => id === chosen) ? (chosen ?? '') : '')
  const [backupType, setBackupType] = useState(readType('full'))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (serviceId && !isCreating) creation.create({ serviceId, backupType })
  }
  const options = services.map((service) => ({ value: service.id, label: siteName(service) }))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Create Backup"
      closeButtonProps={{ 'aria-label': 'Close: Create Backup' }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <NativeSelect
            label="Service"
            data-autofocus
            data={[{ value: '', label: 'Select a service' }, ...options]}
            value={serviceId}
            onChange={(event) => setServiceId(event.currentTarget.value)}
          />
          <NativeSelect
            label="Backup Type"
            data={typeOptions}
            value={backupType}
            onChange={(event) => setBackupType(readType(event.currentTarget.value))}
          />
          {isCreating && <CreatingState backup={backups.find(({ id }) => id === creation.createdId)} />}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={serviceId === '' || isCreating}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** What the worker says of a backup, in a sentence. */
function progressText(backup: Backup | undefined): string {
  if (!backup) return 'Waiting for the server.'
  const name = typeNames[backup.backupType]
  if (backup.status === 'failed') return `${name} failed: ${backup.reason ?? 'no reason was given.'}`
  return backup.status === 'completed'
    ? `${name} is written and checked.`
    : `${name}: ${backup.progress}% done.`
}

function CreatingState({ backup }: { backup: Backup | undefined }) {
  return (
    <div className="backup-creating">
      <div className="backup-creating-head">
        <span>Creating backup...</span>
        <span className="figure">{shownProgress}%</span>
      </div>
      <Progress value={shownProgress} aria-label="Creating backup" />
      <p role="status">{progressText(backup)}</p>
    </div>
  )
}
