import { useEffect, useEffectEvent, useState } from 'react'
import { type Picked, readDropped } from '#web/lib/picked.ts'

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Handles drops anywhere on the page, unless a drop zone took them. Returns whether files are dragged over it; an unhandled file
 * would replace the page.
 */
export function usePageDrop(onDrop: (picked: Picked[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(async (transfer: DataTransfer) => {
    const picked = await readDropped(transfer)
    if (picked.length > 0) onDrop(picked)
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !event.dataTransfer) return
      event.preventDefault()
      void take(event.dataTransfer)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
