import { useId, useState } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Domain } from '../../contract.ts'

const SeenByView = lazyPart(() => import('./seen-by-view.tsx'), 'SeenByView')

/** What the world sees of the domain: asked while it is open, and not before. */
export function SeenBy({ domain }: { domain: Domain }) {
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  return (
    <section className="domain-seen" aria-labelledby={titleId}>
      <div className="domain-seen-head">
        <h3 id={titleId}>Seen by the world</h3>
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Ask our servers and the world'}
        </button>
      </div>
      {isOpen && <SeenByView domain={domain} />}
    </section>
  )
}
