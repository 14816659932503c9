import { type DragEvent, useId, useState } from 'react'
import { UploadIcon } from '#web/ui/icons.tsx'

/** Takes files that are dropped on it, or chosen by a press. */
export function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
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
      <span>Drop files here, or browse</span>
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
