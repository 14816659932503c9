import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#features/files/contract/texts.ts'
import { formatBytes } from '#shared/bytes.ts'
import { trpc } from '#web/trpc.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { DropZone } from './drop-zone.tsx'
import { type Target, type Upload, useUploads } from './use-uploads.ts'

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
  const queue = useFilledQueue(files)
  const [service, setService] = useState(serviceId ?? services[0]?.id ?? '')
  const target = { serviceId: service, path: service === serviceId ? path : '' }
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
          disabled={queue.uploads.some(({ state }) => state === 'sending')}
          onChange={(event) => setService(event.currentTarget.value)}
          data={services.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <DropZone onFiles={queue.add} />
        {target.path && <p className="files-hint">Into the folder {target.path}</p>}
        <UploadRows queue={queue} target={target} />
        <UploadButtons queue={queue} target={target} onClose={close} />
      </Stack>
    </Modal>
  )
}

/** The queue with the files that were dropped on the page in it. */
function useFilledQueue(files: File[]) {
  const utils = trpc.useUtils()
  const queue = useUploads(() => void utils.files.invalidate())
  const [isTaken, setTaken] = useState(false)
  if (!isTaken) {
    setTaken(true)
    queue.add(files)
  }
  return queue
}

type QueueProps = { queue: ReturnType<typeof useUploads>; target: Target }

const UploadRows = ({ queue, target }: QueueProps) => (
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
)

function UploadButtons({ queue, target, onClose }: QueueProps & { onClose: () => void }) {
  const { uploads, start } = queue
  const isBusy = uploads.some(({ state }) => state === 'sending')
  const isWaiting = uploads.some(({ state }) => state === 'waiting')
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {isWaiting || isBusy || uploads.length === 0 ? 'Cancel' : 'Close'}
      </Button>
      <Button
        loading={isBusy}
        disabled={!isWaiting || !target.serviceId}
        title={isWaiting ? undefined : 'Choose files first.'}
        onClick={() => void start(target)}
      >
        {texts.startUpload}
      </Button>
    </Group>
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
