import { type KeyboardEvent, type PointerEvent, useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'

type SplitRange = {
  /** Storage key of the position. */
  name: string
  initial: number
  min: number
  max: number
  /** Pixels of the part before the splitter, or its percentage of both parts. */
  unit: 'px' | '%'
}

export type Split = SplitRange & {
  at: number
  move: (to: number) => void
  /** Stores the position for the next visit. */
  settle: (to: number) => void
  reset: () => void
}

const never = () => () => {}

/** A value stored in this browser; null on the server and during hydration. */
const useKept = (name: string) =>
  useSyncExternalStore(
    never,
    () => readStored(name),
    () => null,
  )

/** The position of a splitter: the stored one, else the initial. */
export function useSplit(range: SplitRange): Split {
  const { name, initial, min, max } = range
  const [moved, setMoved] = useState<number | null>(null)
  const within = (value: number) => Math.round(Math.min(max, Math.max(min, value)))
  const kept = Number.parseFloat(useKept(name) ?? '')
  const settle = (to: number) => {
    setMoved(within(to))
    writeStored(name, String(within(to)))
  }
  return {
    ...range,
    at: moved ?? (Number.isFinite(kept) ? within(kept) : initial),
    move: (to) => setMoved(within(to)),
    settle,
    reset: () => {
      setMoved(initial)
      writeStored(name, null)
    },
  }
}

const steps = { px: 16, '%': 2 }

function keyedTo({ at, min, max, unit }: Split, key: string): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: at - steps[unit],
    ArrowRight: at + steps[unit],
    Home: min,
    End: max,
  }
  return places[key]
}

/** The pointer's position in the element around the splitter, in the split's unit. */
function pointedTo({ unit }: Split, { currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const around = currentTarget.parentElement?.getBoundingClientRect()
  if (!around) return 0
  const pixels = clientX - around.left
  return unit === 'px' ? pixels : (100 * pixels) / around.width
}

type SplitterProps = {
  split: Split
  /** Accessible name: "Project list width". */
  label: string
  /** Id of the part before it. */
  controls: string
}

/** The divider between two parts, moved by pointer or arrow keys; a double click resets it. */
export function Splitter({ split, label, controls }: SplitterProps) {
  const [isHeld, setHeld] = useState(false)
  const press = (event: KeyboardEvent) => {
    const to = keyedTo(split, event.key)
    if (to === undefined) return
    event.preventDefault()
    split.settle(to)
  }
  const hold = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(true)
  }
  const letGo = () => {
    if (!isHeld) return
    setHeld(false)
    split.settle(split.at)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, which `hr` is not.
    <div
      role="separator"
      className="splitter"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={split.at}
      aria-valuemin={split.min}
      aria-valuemax={split.max}
      aria-valuetext={split.unit === 'px' ? `${split.at} pixels` : `${split.at} percent`}
      data-held={isHeld ? '' : undefined}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={(event) => isHeld && split.move(pointedTo(split, event))}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={split.reset}
    />
  )
}
