import { useEffect, useEffectEvent, useRef, useState } from 'react'

const ready = 'preview-ready'

/** A page in a frame with an opaque origin. A frame accepts one text, so each new text gets a new frame. */
export function PreviewFrame({ page, title }: { page: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isListening, setListening] = useState(false)
  const send = useEffectEvent(({ source, data }: MessageEvent) => {
    const target = frame.current?.contentWindow
    if (target && source === target && data === ready) target.postMessage(page, '*')
  })
  useEffect(() => {
    const stop = new AbortController()
    window.addEventListener('message', (event) => send(event), { signal: stop.signal })
    setListening(true)
    return () => stop.abort()
  }, [])
  if (!isListening) return null
  return <iframe ref={frame} title={title} className="project-frame" sandbox="allow-scripts" src="/preview" />
}
