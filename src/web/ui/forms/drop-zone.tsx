import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { type Picked, pickFiles, readDropped } from '../../lib/picked.ts'
import { UploadIcon } from '../icons.tsx'

type DropZoneProps = {
  onPicked: (picked: Picked[]) => void
  /** Accepts a single file, and no folders. */
  isSingle?: boolean
  children?: ReactNode
}

/** Accepts dropped files and folders, or a choice by click. */
export function DropZone(props: DropZoneProps) {
  const { onPicked, isSingle = false, children = 'Drop files or folders here, or browse' } = props
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
      <Chooser onPicked={onPicked} isSingle={isSingle} isMain>
        <UploadIcon size={22} />
        <span>{children}</span>
      </Chooser>
      {!isSingle && (
        <Chooser onPicked={onPicked} isFolder>
          Choose a folder
        </Chooser>
      )}
    </div>
  )
}

type ChooserProps = DropZoneProps & { isFolder?: boolean; isMain?: boolean }

function Chooser({ onPicked, isFolder = false, isSingle = false, isMain, children }: ChooserProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={isMain ? 'drop-zone-main' : 'drop-zone-folder'}>
      {children}
      <input
        id={id}
        type="file"
        multiple={!isSingle}
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
