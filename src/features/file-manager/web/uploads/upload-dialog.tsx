import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinPath } from '#features/files/contract/names.ts'
import { formatBytes } from '#shared/bytes.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import { dock } from '#web/ui/dialogs/dock.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import { texts } from '../../contract/texts.ts'
import { useFilesPlace } from '../files-place.tsx'
import { browseInputOf, type NamedService } from '../files-search.ts'
import { UploadTray } from './upload-tray.tsx'
import { uploadQueue } from './uploads.ts'

type UploadDialogProps = {
  opened: boolean
  onClose: () => void
  services: NamedService[]
  /** Files dropped on the page. */
  picked: Picked[]
}

const title = 'Upload files'

/** Two chosen files may share a name. */
type Chosen = Picked & { key: string }

const choose = (picked: Picked[]): Chosen[] => picked.map((each) => ({ key: randomKey(), ...each }))

/** Lets the user choose or drop files and choose the service; the upload tray sends them. */
export function UploadDialog({ opened, onClose, services, picked }: UploadDialogProps) {
  const { search, siteId } = useFilesPlace()
  const { service: serviceId, path = '' } = search
  const [chosen, setChosen] = useState(() => choose(picked))
  const [isAsking, setAsking] = useState(false)
  const shown = useShownService(services)
  const [named, setNamed] = useState<string>()
  const service = named ?? shown?.id ?? ''
  const target = { serviceId: service, path: service === serviceId ? path : '' }
  // A key press alone does not discard chosen files.
  const close = () => (chosen.length > 0 && !isAsking ? setAsking(true) : onClose())
  const missing = target.serviceId ? undefined : 'Choose a service first.'
  const reason = chosen.length > 0 ? missing : 'Choose files first.'
  const add = (more: Picked[]) => {
    setChosen((before) => [...before, ...choose(more)])
    setAsking(false)
  }
  const start = () => {
    dock('uploads', UploadTray)
    uploadQueue.add(chosen, target)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        {siteId === undefined && (
          <NativeSelect
            label="Service"
            value={service}
            onChange={(event) => setNamed(event.currentTarget.value)}
            data={[
              ...(shown ? [] : [{ value: '', label: 'Select a service' }]),
              ...services.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <DropZone onPicked={add}>
          <span className="files-drop-words">Drop files or folders here, or </span>
          <span className="files-drop-browse">browse</span>
        </DropZone>
        {target.serviceId && (
          <p className="files-hint">
            Files go to {target.path ? `the folder ${target.path}` : 'the top folder of the site'}. They can
            use all the free space in your plan.
          </p>
        )}
        <ChosenFiles
          chosen={chosen}
          onRemove={(key) => setChosen((all) => all.filter((each) => each.key !== key))}
        />
        {isAsking ? (
          <DiscardQuestion count={chosen.length} onKeep={() => setAsking(false)} onDiscard={onClose} />
        ) : (
          <Group className="dialog-actions" justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Explained reason={reason}>
              <Button disabled={reason !== undefined} aria-description={reason} onClick={start}>
                {texts.startUpload}
              </Button>
            </Explained>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

/** The service whose files are on screen: the one in the URL, the only one, or the one that all of them belong to. */
function useShownService(services: NamedService[]): NamedService | undefined {
  const { search } = useFilesPlace()
  const { data } = useQuery(useTRPC().files.browse.queryOptions(browseInputOf(search)))
  const [seen, ...more] = new Set(data?.items.map(({ serviceId }) => serviceId))
  const [only, ...others] = services
  const id = search.service ?? (more.length === 0 ? seen : undefined)
  return services.find((each) => each.id === id) ?? (others.length === 0 ? only : undefined)
}

type ChosenFilesProps = { chosen: Chosen[]; onRemove: (key: string) => void }

function ChosenFiles({ chosen, onRemove }: ChosenFilesProps) {
  return (
    <ul className="files-uploads" aria-label="Chosen files">
      {chosen.map(({ key, file, folder }) => (
        <li className="files-upload" key={key}>
          <span className="files-upload-name">{joinPath(folder, file.name)}</span>
          <span className="files-upload-state">{formatBytes(file.size)}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(key)}
          >
            <CloseIcon size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

type DiscardQuestionProps = { count: number; onKeep: () => void; onDiscard: () => void }

const DiscardQuestion = ({ count, onKeep, onDiscard }: DiscardQuestionProps) => (
  <div role="alert">
    <Text size="sm" mb="xs">
      {count === 1 ? 'The chosen file has' : `The ${count} chosen files have`} not been uploaded yet.
    </Text>
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button autoFocus onClick={onKeep}>
        Keep choosing
      </Button>
    </Group>
  </div>
)
