import { useSite } from '#web/site.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { lifeText, limitsText } from '../contract/texts.ts'

const TryDrop = lazyPart(() => import('./try-drop.tsx'), 'TryDrop')

/** Lets a visitor try their own site before they sign up; nothing where that is not offered. */
export function TryPanel() {
  if (!useSite().hasTrials) return null
  return (
    <section id="try" className="trial-panel public-width" aria-labelledby="try-title">
      <div className="trial-panel-text">
        <h2 id="try-title">Try it with your own site</h2>
        <p>
          Drop a folder or a zip and it is online in seconds, for {lifeText}, no account needed. Like it? Keep
          it.
        </p>
        <p className="trial-quiet">{limitsText}</p>
      </div>
      <div className="trial-drop">
        <TryDrop />
        <noscript>
          <p>Trying a site needs JavaScript, which is off in your browser.</p>
        </noscript>
      </div>
    </section>
  )
}
