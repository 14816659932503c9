import { useEffect, useRef } from 'react'

// Longer messages scroll in the frame: a stranger’s message does not make the page as long as it likes.
const maxHeight = 8_000

/** Room for a scroll bar below what is wider than the frame. */
const barHeight = 18

type MessageFrameProps = { address: string; title: string }

/** The document of a message in a frame as high as its contents. Nothing in it runs; it is of this origin so that it can be measured. */
export function MessageFrame({ address, title }: MessageFrameProps) {
  const watch = useRef<ResizeObserver>(null)
  useEffect(() => () => watch.current?.disconnect(), [])
  const fit = (frame: HTMLIFrameElement) => {
    const shown = frame.contentDocument
    watch.current?.disconnect()
    if (!shown) return
    const { body, documentElement } = shown
    const measure = () => {
      const isWide = documentElement.scrollWidth > documentElement.clientWidth
      const height = body.offsetHeight + (isWide ? barHeight : 0)
      frame.style.height = `${Math.min(height, maxHeight)}px`
    }
    measure()
    // The width of the page, and pictures that arrive, change it.
    watch.current = new ResizeObserver(measure)
    watch.current.observe(body)
    watch.current.observe(frame)
  }
  return (
    <iframe
      className="inbox-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      src={address}
      onLoad={(event) => fit(event.currentTarget)}
    />
  )
}
