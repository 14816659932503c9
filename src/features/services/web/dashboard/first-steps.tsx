import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { siteName } from '#shared/names/site-name.ts'
import { useSite } from '#web/site.tsx'
import { hideSteps, readStepsHidden } from '#web/steps-hidden.ts'
import { useTRPC } from '#web/trpc.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import type { Service } from '../../contract/contract.ts'
import { areDone, type Steps, stepsOf } from './first-steps-state.ts'

/** The setup steps of a site. Hidden when all are done, or once dismissed. */
export function FirstSteps({ service }: { service: Service }) {
  const viewerId = useViewer()?.id ?? ''
  const { stepsHiddenFor } = useSite()
  const cookies = typeof document === 'undefined' ? null : document.cookie
  const hiddenFor = cookies === null ? stepsHiddenFor : readStepsHidden(cookies)
  const [isHidden, setHidden] = useState(hiddenFor === viewerId)
  if (isHidden) return null
  const hide = () => {
    hideSteps(viewerId)
    setHidden(true)
  }
  return <StepsOf key={service.id} service={service} onHide={hide} />
}

function StepsOf({ service, onHide }: { service: Service; onHide: () => void }) {
  const trpc = useTRPC()
  const overviews = useQuery(trpc.servers.overview.queryOptions()).data
  const SiteDrop = useFeatures().find((feature) => feature.SiteDrop)?.SiteDrop
  // A step completed on this page stays visible, with the link to the site.
  const [before] = useState(() => overviews && stepsOf(service, overviews))
  if (!overviews || !before || areDone(before)) return null
  return (
    <section className="first-steps panel" aria-labelledby="first-steps-title">
      <div className="first-steps-head">
        <h2 id="first-steps-title">First steps</h2>
        <button type="button" className="button" onClick={onHide}>
          Dismiss
        </button>
      </div>
      <StepList steps={stepsOf(service, overviews)} service={service} />
      {SiteDrop && !before.hasSite && (
        <div className="first-steps-drop">
          <SiteDrop site={{ id: service.id, name: siteName(service), url: service.url }} />
        </div>
      )}
    </section>
  )
}

function StepList({ steps, service: { id, domain } }: { steps: Steps; service: Service }) {
  const { hasSite, hasDomain, hasSchedule } = steps
  const params = { serviceId: id }
  return (
    <ol className="first-steps-list">
      <Step isDone={hasSite}>Upload your site</Step>
      <Step isDone={hasDomain}>
        {hasDomain ? (
          <>
            Domain connected
            <small className="first-steps-note">
              <Link to="/server-management/$serviceId/domain" params={params}>
                See how {domain && showName(domain)} stands
              </Link>
            </small>
          </>
        ) : (
          <Link to="/server-management/$serviceId/domain" params={params}>
            Connect your domain
          </Link>
        )}
      </Step>
      <Step isDone={hasSchedule}>
        {hasSchedule ? (
          'Schedule backups'
        ) : (
          <Link to="/server-management/$serviceId/backups" params={params}>
            Schedule backups
          </Link>
        )}
      </Step>
    </ol>
  )
}

const Step = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => (
  <li data-done={isDone || undefined}>
    <span className="first-steps-mark" aria-hidden="true">
      {isDone && <CheckIcon size={14} />}
    </span>
    <span>
      {children}
      <span className="visually-hidden">{isDone ? ', done' : ', to do'}</span>
    </span>
  </li>
)
