import { Button, Group, Stack } from '@mantine/core'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { DatabaseDialogProps } from './dialog-props.ts'
import { useExport } from './use-export.ts'

/** Exports a database to a file, plain or gzip. */
export function DatabaseExportDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { dbName, dbType } = database
  const exporting = useExport(database)
  const title = `Export ${dbName}`
  const start = (isPacked: boolean) => exporting.mutate(isPacked, { onSuccess: onClose })
  const isUnderWay = (isPacked: boolean) => exporting.isPending && exporting.variables === isPacked
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <p className="database-text">
          {dbType === 'mongodb'
            ? 'A consistent dump of all collections with their indexes.'
            : 'A consistent SQL dump of all tables.'}{' '}
          You can import either format again.
          {dbType === 'mysql' &&
            ' System-versioned tables keep their history if it is time-based and the server has MariaDB 10.11 or newer; if not, the file says so.'}
        </p>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" loading={isUnderWay(false)} onClick={() => start(false)}>
            Download plain
          </Button>
          <Button data-autofocus loading={isUnderWay(true)} onClick={() => start(true)}>
            Download gzip
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
