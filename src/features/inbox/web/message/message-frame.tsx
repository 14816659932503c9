import { useEffect, useRef } from 'react'

// Longer messages scroll in the frame, so that a sender cannot make the page arbitrarily long.
const maxHeight = 8_000

/** Space for a scroll bar below wide content. */
const barHeight = 18

type MessageFrameProps = { address: string; title: string }

/**
 * The document of a message in a frame as high as its content. Scripts are off; it shares the origin so that its height can be
 * measured.
 */
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
    // The height changes with the page width and with loaded images.
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
