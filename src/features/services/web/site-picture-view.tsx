import { type CSSProperties, useEffect, useState } from 'react'
import { siteName } from '#shared/names/site-name.ts'
import { second } from '#shared/time.ts'
import { useWidth } from '#web/ui/use-width.ts'
import type { Service } from '../contract/contract.ts'
import { pictureUrl } from '../contract/site-slug.ts'
import { createTurns } from './turns.ts'

const shownWidth = 1_280
/** So far below the window a picture is loaded already. */
const margin = '200px'
/** A site that takes longer keeps no other from its turn. */
const patienceMs = 8 * second

// Of many pictures few are on their way at once: each is a whole page.
const turns = createTurns(2)

/** Whether the browser shows such a page within one of the portal's. */
const isAllowed = (url: string): boolean => window.location.protocol === 'http:' || url.startsWith('https:')

/** Degrees on the colour wheel, always the same for a name. */
const hueOf = (name: string): number =>
  [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 0)

/** Tells when an element comes into the window, or as near to it as the margin says. */
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

/** The page without its scripts, scaled to the place that it is drawn in. */
function Frame({ previewUrl }: { previewUrl: string }) {
  const { ref, width } = useWidth<HTMLSpanElement>(0)
  const [state, setState] = useState<'far' | 'waiting' | 'loading' | 'loaded' | 'shown'>('far')
  useEffect(() => {
    const box = ref.current
    if (!box || !isAllowed(previewUrl)) return
    if (state === 'far') return watch(box, margin, () => setState('waiting'))
    // A browser paints no page that is out of sight: until then the letter stays.
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
  /** Whether nothing was uploaded yet. */
  isEmpty?: boolean
}

/** The first letter of a site's name; over it its page, once it is there. */
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
