import { Button, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { photoSide } from '../contract/photo.ts'
import { inside, middle, mostZoom, moved, type View, visibleSide } from './crop-view.ts'

type PhotoCropDialogProps = {
  opened: boolean
  image: ImageBitmap
  onClose: () => void
  onCrop: (photo: Blob) => void
}

const step = 0.05
const keys: Record<string, { right: number; down: number }> = {
  ArrowLeft: { right: -step, down: 0 },
  ArrowRight: { right: step, down: 0 },
  ArrowUp: { right: 0, down: -step },
  ArrowDown: { right: 0, down: step },
}
const zooms: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, view: View): void {
  const side = visibleSide(image, view.zoom)
  const pen = canvas.getContext('2d')
  pen?.clearRect(0, 0, photoSide, photoSide)
  pen?.drawImage(image, view.x - side / 2, view.y - side / 2, side, side, 0, 0, photoSide, photoSide)
}

/** Drags the image with the pointer. */
function useDrag(image: ImageBitmap, change: (next: (view: View) => View) => void) {
  const last = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const from = last.current
      if (!from) return
      last.current = { x: event.clientX, y: event.clientY }
      const { width } = event.currentTarget.getBoundingClientRect()
      const by = { right: (from.x - event.clientX) / width, down: (from.y - event.clientY) / width }
      change((view) => moved(image, view, by))
    },
    onPointerUp() {
      last.current = undefined
    },
  }
}

/** Chooses the part of an image for the photo: drag it, use the arrow keys, or zoom with the slider. */
export function PhotoCropDialog({ opened, image, onClose, onCrop }: PhotoCropDialogProps) {
  const [view, setView] = useState(() => middle(image))
  const canvas = useRef<HTMLCanvasElement>(null)
  const helpId = useId()
  const zoomId = useId()
  const drag = useDrag(image, setView)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, view)
  }, [image, view])
  const zoom = (by: number) => setView((before) => inside(image, { ...before, zoom: by }))
  const press = (event: KeyboardEvent) => {
    const by = keys[event.key]
    const factor = zooms[event.key]
    if (by) setView((before) => moved(image, before, by))
    else if (factor) zoom(view.zoom * factor)
    else return
    event.preventDefault()
  }
  const isCropped = useRef(false)
  const crop = () =>
    canvas.current?.toBlob((photo) => {
      // Ignores a double click.
      if (!photo || isCropped.current) return
      isCropped.current = true
      onCrop(photo)
    }, 'image/png')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Crop your photo"
      closeButtonProps={{ 'aria-label': 'Close: Crop your photo' }}
    >
      <Stack gap="sm">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: screen readers pass arrow keys on to this role only */}
        <canvas
          ref={(node) => {
            canvas.current = node
            if (node) draw(node, image, view)
          }}
          className="profile-crop"
          width={photoSide}
          height={photoSide}
          role="application"
          aria-label="Visible part of the photo"
          aria-describedby={helpId}
          tabIndex={0}
          onKeyDown={press}
          {...drag}
        />
        <p className="profile-crop-help" id={helpId}>
          Drag the photo or use the arrow keys to move it. Press + or − to zoom.
        </p>
        <label htmlFor={zoomId}>Zoom</label>
        <input
          id={zoomId}
          className="profile-crop-zoom"
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={view.zoom}
          onChange={(event) => zoom(Number(event.currentTarget.value))}
        />
        <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={crop}>Use photo</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
