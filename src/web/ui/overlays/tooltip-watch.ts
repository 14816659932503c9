/** Milliseconds before a tooltip appears, and the time after one in which the next appears immediately. */
export const tooltipDelays = { open: 700, skip: 300 } as const

export type ShownTooltip = { target: HTMLElement; text: string }

const tipped = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null

/** A readable label in the control needs no tooltip; in a narrow rail it exists but is not drawn. */
// biome-ignore lint/performance/useDomNodeTextContent: only rendered text can be read.
const isNews = (target: HTMLElement, text: string): boolean => target.innerText?.trim() !== text

/** Follows pointer and keyboard focus in the document and reports which tooltip to show. */
export function watchTooltips(show: (tooltip: ShownTooltip | null) => void): () => void {
  const stop = new AbortController()
  let current: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  let closedAt = Number.NEGATIVE_INFINITY

  const open = () => {
    const text = current?.dataset.tooltip
    if (!current?.isConnected || !text || !isNews(current, text)) return
    isOpen = true
    show({ target: current, text })
  }
  const close = () => {
    clearTimeout(timer)
    current = null
    if (!isOpen) return
    isOpen = false
    closedAt = performance.now()
    show(null)
  }
  const moveTo = (target: HTMLElement | null) => {
    if (target === current) return
    close()
    if (!target) return
    current = target
    const isNext = performance.now() - closedAt < tooltipDelays.skip
    if (isNext) open()
    else timer = setTimeout(open, tooltipDelays.open)
  }
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    run: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, run, { signal: stop.signal })

  listen('pointerover', (event) => {
    if (event.pointerType !== 'touch') moveTo(tipped(event))
  })
  listen('focusin', (event) => {
    const target = tipped(event)
    if (target?.matches(':focus-visible')) moveTo(target)
  })
  listen('focusout', close)
  listen('pointerdown', close)
  listen('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  stop.signal.addEventListener('abort', close)
  return () => stop.abort()
}
