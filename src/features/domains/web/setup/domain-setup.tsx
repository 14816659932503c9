import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { PointStep, type PointStepProps } from './point-step.tsx'
import { type PointingLook, usePointing } from './use-pointing.ts'

type StepProps = { mark: number | '!'; title: string; isDone: boolean; text: ReactNode; children?: ReactNode }

/** One line; what there is to do about it stands below. It is ours to do where the mark is no number. */
const Step = ({ mark, title, isDone, text, children }: StepProps) => (
  <li className="domain-step" data-done={isDone || undefined} data-mark={mark}>
    <div className="domain-step-body">
      <h4>
        <span className="domain-step-mark" aria-hidden="true">
          {isDone ? <CheckIcon size={14} /> : mark}
        </span>
        {title}
        <span className="visually-hidden">{isDone ? ', done' : ', to do'}</span>
      </h4>
      {text && <p className="domain-text quiet">{text}</p>}
      {children}
    </div>
  </li>
)

/** Open while there is nothing else to do with the name; later answers of the DNS unfold nothing by themselves. */
const Point = ({ domain, pointing }: PointStepProps) =>
  domain.challenge ? (
    <div className="domain-step-open">
      <PointStep domain={domain} pointing={pointing} />
    </div>
  ) : (
    <details className="domain-step-more">
      <summary>Show records</summary>
      <div>
        <PointStep domain={domain} pointing={pointing} />
      </div>
    </details>
  )

/** How HTTPS of the domain stands, in a sentence. */
function HttpsText({ domain: { id, certificate } }: { domain: Domain }) {
  const { state, isServed, isTrusted, problem } = certificate
  if (!isServed && (state === 'awaited' || state === 'off')) return 'Not available on this server yet.'
  if (state === 'awaited') return 'Turns on automatically as soon as the domain points here.'
  if (state === 'pending') return 'Your certificate is on its way. This takes a few seconds.'
  if (state === 'failed' || state === 'off')
    return (
      <>
        {problem ?? 'HTTPS is off.'}{' '}
        <Link to="/domains" search={{ domain: id, tab: 'ssl' }}>
          {problem ? 'See SSL/Security' : 'Turn on HTTPS'}
        </Link>
      </>
    )
  return isTrusted ? 'On. Renews automatically.' : texts.testCertificate
}

function pointText({ challenge }: Domain, { isUnknown, isDone, doneText, view }: PointingLook) {
  if (isUnknown) return 'Checking where the domain points…'
  if (isDone) return doneText
  return !challenge && (view?.problem ?? 'We could not check where the domain points.')
}

/** What makes a name the customer's own site: it points here, HTTPS is on, and it takes mail. Each step ticks itself. */
export function DomainSetup({ domain }: { domain: Domain }) {
  const { id, name, certificate, challenge } = domain
  const titleId = useId()
  const pointing = usePointing(domain)
  const Mail = useFeatures().find((feature) => feature.DomainMail)?.DomainMail
  return (
    <section className="domain-setup" aria-labelledby={titleId}>
      <h3 id={titleId} className="visually-hidden">
        Set up {showName(name)}
      </h3>
      <ol className="domain-steps">
        <Step
          mark={pointing.isHere ? '!' : 1}
          title={challenge ? 'Verify your domain and point it here' : 'Point the domain here'}
          isDone={pointing.isDone}
          text={pointText(domain, pointing)}
        >
          {pointing.isOwners && <Point domain={domain} pointing={pointing} />}
        </Step>
        <Step
          mark={2}
          title="HTTPS"
          isDone={certificate.state === 'issued'}
          text={<HttpsText domain={domain} />}
        />
        {Mail &&
          (challenge ? (
            <Step mark={3} title="Mail" isDone={false} text="Receive mail once the domain is verified." />
          ) : (
            <Mail
              domain={{ id, name }}
              frame={(mail, isDone) => (
                <Step mark={3} title="Mail" isDone={isDone} text={null}>
                  {mail}
                </Step>
              )}
              meanwhile={<Step mark={3} title="Mail" isDone={false} text="Checking DNS records..." />}
            />
          ))}
      </ol>
    </section>
  )
}
