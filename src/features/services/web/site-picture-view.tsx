import { type CSSProperties, useEffect, useState } from 'react'
import { siteName } from '#shared/names/site-name.ts'
import { second } from '#shared/time.ts'
import { useWidth } from '#web/ui/use-width.ts'
import type { Service } from '../contract/contract.ts'
import { pictureUrl } from '../contract/site-slug.ts'
import { createTurns } from './turns.ts'

const shownWidth = 1_280
/** Pictures load this far below the window. */
const margin = '200px'
/** A slower site gives up its turn to the others. */
const patienceMs = 8 * second

// Few pictures load concurrently, because each is a whole page.
const turns = createTurns(2)

/** Whether the browser can embed the page in the portal. */
const isAllowed = (url: string): boolean => window.location.protocol === 'http:' || url.startsWith('https:')

/** A hue in degrees, always the same for a name. */
const hueOf = (name: string): number =>
  [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 0)

/** Reports when an element is within the margin of the window. */
function watch(element: Element, rootMargin: string, tell: () => void) {
  const look = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) tell()
    },
    { rootMargin },
  )
  look.observe(element)
  return () => look.disconnect()
}

/** The page without its scripts, scaled to its frame. */
function Frame({ previewUrl }: { previewUrl: string }) {
  const { ref, width } = useWidth<HTMLSpanElement>(0)
  const [state, setState] = useState<'far' | 'waiting' | 'loading' | 'loaded' | 'shown'>('far')
  useEffect(() => {
    const box = ref.current
    if (!box || !isAllowed(previewUrl)) return
    if (state === 'far') return watch(box, margin, () => setState('waiting'))
    // Browsers do not paint pages out of view: until then the letter stays.
    return state === 'loaded' ? watch(box, '0px', () => setState('shown')) : undefined
  }, [ref, state, previewUrl])
  const isOnItsWay = state === 'waiting' || state === 'loading'
  useEffect(() => {
    if (!isOnItsWay) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = turns.take(() => {
      setState('loading')
      timer = setTimeout(() => leave(), patienceMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [isOnItsWay])
  return (
    <span ref={ref} className="site-picture-window">
      {state !== 'far' && state !== 'waiting' && (
        <iframe
          src={pictureUrl(previewUrl)}
          title="Picture of the site"
          sandbox=""
          loading="lazy"
          referrerPolicy="no-referrer"
          tabIndex={-1}
          aria-hidden
          data-shown={state === 'shown' ? '' : undefined}
          style={{ '--site-scale': width / shownWidth } as CSSProperties}
          onLoad={() => setState('loaded')}
        />
      )}
    </span>
  )
}

type SitePictureViewProps = {
  service: Pick<Service, 'id' | 'name' | 'domain' | 'plan' | 'previewUrl'>
  /** No files were uploaded yet. */
  isEmpty?: boolean
}

/** The first letter of a site's name, covered by its page once that is loaded. */
export function SitePictureView({ service, isEmpty = false }: SitePictureViewProps) {
  const name = siteName(service)
  return (
    <>
      <span className="site-picture-letter" style={{ '--site-hue': hueOf(name) } as CSSProperties}>
        {[...name][0]}
      </span>
      {service.previewUrl && !isEmpty && <Frame key={service.previewUrl} previewUrl={service.previewUrl} />}
    </>
  )
}
