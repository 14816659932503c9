import { Button, Group, Progress, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import { formatBytes } from '#shared/bytes.ts'
import type { Picked } from '#web/lib/picked.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import type { DatabaseDialogProps } from './dialog-props.ts'
import { type ImportState, useImport } from './use-import.ts'

const formats: Record<DatabaseType, string> = {
  mysql: 'An SQL file (plain or gzip), for example from mysqldump',
  postgresql: 'An SQL file (plain or gzip), or a custom-format dump from pg_dump',
  mongodb: 'An archive from mongodump or an export (plain or gzip)',
}

/** Imports a dump: a file, the upload progress, and the engine's response. */
export function DatabaseImportDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { dbName, dbType, connection } = database
  const [file, setFile] = useState<File>()
  const { state, send, cancel } = useImport(database)
  const isSending = state.is === 'sending'
  const title = `Import into ${dbName}`
  const start = async () => {
    if (file && (await send(file))) onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      // During the upload only Cancel stops it.
      closeOnClickOutside={!isSending}
      closeOnEscape={!isSending}
      withCloseButton={!isSending}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {state.is === 'noted' ? (
        <Notes notes={state.notes} dbName={dbName} onClose={onClose} />
      ) : (
        <Stack gap="sm">
          <p className="database-text">
            The file runs as <span className="mono">{connection.username}</span>. Existing data stays unless
            the file drops it.
          </p>
          {isSending ? (
            <Sending file={file} share={state.share} />
          ) : (
            <DropZone isSingle onPicked={([picked]: Picked[]) => setFile(picked?.file ?? file)}>
              {file ? (
                <>
                  <strong>{file.name}</strong> ({formatBytes(file.size)})
                </>
              ) : (
                'Drop a file here, or browse'
              )}
            </DropZone>
          )}
          {!isSending && <p className="database-quiet">{formats[dbType]}.</p>}
          <Refusal state={state} />
          <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={isSending ? cancel : onClose}>
              {isSending ? 'Cancel Import' : 'Cancel'}
            </Button>
            <Explained reason={file ? undefined : 'Choose a file first.'}>
              <Button
                loading={isSending}
                disabled={!file}
                aria-description={file ? undefined : 'Choose a file first.'}
                onClick={() => void start()}
              >
                Import
              </Button>
            </Explained>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Sending({ file, share }: { file: File | undefined; share: number }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="database-sending">
      <div className="database-sending-head">
        <span>{file?.name}</span>
        <span className="tabular">{percent}%</span>
      </div>
      <Progress value={percent} animated={share === 1} aria-label={`Uploading ${file?.name ?? 'the file'}`} />
      <p className="database-quiet" role="status">
        {share < 1 ? 'Uploading…' : 'Uploaded. Importing…'}
      </p>
    </div>
  )
}

type NotesProps = { notes: string[]; dbName: string; onClose: () => void }

const Notes = ({ notes, dbName, onClose }: NotesProps) => (
  <Stack gap="sm" role="status">
    <p className="database-text">The file was imported into {dbName}, with these differences:</p>
    <ul className="database-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <Group justify="flex-end" mt="xs">
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </Group>
  </Stack>
)

/** The engine's message, with the line it refers to. */
const Refusal = ({ state }: { state: ImportState }) => (
  <div role="alert">{state.is === 'failed' && <p className="database-refused">{state.message}</p>}</div>
)
