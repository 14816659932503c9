import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { type DragEvent, useId, useState } from 'react'
import { texts } from '#features/files/contract/texts.ts'
import { formatBytes } from '#shared/bytes.ts'
import { trpc } from '#web/trpc.ts'
import { CloseIcon, UploadIcon } from '#web/ui/icons.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

type ServiceChoice = { id: string; name: string }
type UploadDialogProps = {
  opened: boolean
  onClose: () => void
  services: ServiceChoice[]
  serviceId: string | undefined
  path: string
  files: File[]
}

const words: Record<Upload['state'], string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  done: 'Uploaded',
  failed: 'Failed',
  conflict: 'A file of this name exists already',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
}

/** Chooses or takes dropped files, asks for the service, and sends them with their progress. */
export function UploadDialog({ opened, onClose, services, serviceId, path, files }: UploadDialogProps) {
  const utils = trpc.useUtils()
  const queue = useUploads(() => void utils.files.invalidate())
  const [service, setService] = useState(serviceId ?? services[0]?.id ?? '')
  const [isTaken, setTaken] = useState(false)
  if (!isTaken) {
    setTaken(true)
    queue.add(files)
  }
  const target = { serviceId: service, path: service === serviceId ? path : '' }
  const isBusy = queue.uploads.some(({ state }) => state === 'sending')
  const isWaiting = queue.uploads.some(({ state }) => state === 'waiting')
  const close = () => {
    queue.cancelAll()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Upload files"
      closeButtonProps={{ 'aria-label': 'Close: Upload files' }}
    >
      <Stack gap="sm">
        <NativeSelect
          label="Service"
          value={service}
          disabled={isBusy}
          onChange={(event) => setService(event.currentTarget.value)}
          data={services.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <DropZone onFiles={queue.add} />
        {target.path && <p className="files-hint">Into the folder {target.path}</p>}
        <ul className="files-uploads" aria-label="Uploads">
          {queue.uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => queue.cancel(upload)}
              onAnswer={(choice) => void queue.answer(upload, target, choice)}
            />
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {isWaiting || isBusy || queue.uploads.length === 0 ? 'Cancel' : 'Close'}
          </Button>
          <Button
            loading={isBusy}
            disabled={!isWaiting || !service}
            title={isWaiting ? undefined : 'Choose files first.'}
            onClick={() => void queue.start(target)}
          >
            {texts.startUpload}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  return (
    <label
      htmlFor={id}
      className="files-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={22} />
      <span>Drop files here, or choose them</span>
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        onChange={(event) => {
          onFiles(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

type UploadRowProps = {
  upload: Upload
  onCancel: () => void
  onAnswer: (choice: 'replace' | 'keep-both' | 'skip') => void
}

function UploadRow({ upload, onCancel, onAnswer }: UploadRowProps) {
  const { file, state, share, message } = upload
  const canCancel = state === 'waiting' || state === 'sending'
  return (
    <li className="files-upload" data-state={state}>
      <span className="files-upload-name">{file.name}</span>
      <span className="files-upload-state">
        {state === 'sending' ? `${Math.round(share * 100)} %` : `${formatBytes(file.size)} · ${words[state]}`}
      </span>
      {canCancel && (
        <button
          type="button"
          className="files-icon-button"
          aria-label={`Cancel ${file.name}`}
          onClick={onCancel}
        >
          <CloseIcon size={14} />
        </button>
      )}
      {state === 'sending' && <progress value={share} max={1} aria-label={`Progress of ${file.name}`} />}
      {state === 'failed' && <p role="alert">{message}</p>}
      {state === 'conflict' && (
        <span className="files-upload-answers">
          <button type="button" className="button" onClick={() => onAnswer('replace')}>
            Replace
          </button>
          <button type="button" className="button" onClick={() => onAnswer('keep-both')}>
            Keep both
          </button>
          <button type="button" className="button" onClick={() => onAnswer('skip')}>
            Skip
          </button>
        </span>
      )}
    </li>
  )
}
