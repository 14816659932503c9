import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { type Picked, pickFiles, readDropped } from '#web/lib/picked.ts'
import { UploadIcon } from './icons.tsx'

type DropZoneProps = { onPicked: (picked: Picked[]) => void; children?: ReactNode }

/** Takes files and folders that are dropped on it, or chosen by a press. */
export function DropZone({ onPicked, children = 'Drop files or folders here, or browse' }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void readDropped(event.dataTransfer).then(onPicked)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are the way for a keyboard.
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Chooser onPicked={onPicked} isMain>
        <UploadIcon size={22} />
        <span>{children}</span>
      </Chooser>
      <Chooser onPicked={onPicked} isFolder>
        Choose a folder
      </Chooser>
    </div>
  )
}

type ChooserProps = DropZoneProps & { isFolder?: boolean; isMain?: boolean }

function Chooser({ onPicked, isFolder = false, isMain, children }: ChooserProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={isMain ? 'drop-zone-main' : 'drop-zone-folder'}>
      {children}
      <input
        id={id}
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : {})}
        className="visually-hidden"
        onChange={(event) => {
          onPicked(pickFiles(event.currentTarget.files ?? []))
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
