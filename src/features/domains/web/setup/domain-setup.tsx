import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { useFeatures } from '#web/use-features.ts'
import { texts } from '../../contract/texts.ts'
import type { Domain } from '../../contract.ts'
import { PointStep } from './point-step.tsx'
import { usePointing } from './use-pointing.ts'

type StepProps = { number: number; title: string; isDone: boolean; text: ReactNode; children?: ReactNode }

function Step({ number, title, isDone, text, children }: StepProps) {
  return (
    <li className="domain-step" data-done={isDone || undefined}>
      <span className="domain-step-mark" aria-hidden="true">
        {isDone ? <CheckIcon size={14} /> : number}
      </span>
      <div className="domain-step-body">
        <h4>
          {title}
          <span className="visually-hidden">{isDone ? ', done' : ', to do'}</span>
        </h4>
        {text && <p className="domain-text quiet">{text}</p>}
        {children}
      </div>
    </li>
  )
}

const SslLink = ({ id, children }: { id: string; children: string }) => (
  <Link to="/domains" search={{ domain: id, tab: 'ssl' }}>
    {children}
  </Link>
)

/** How HTTPS of the domain stands, in a sentence. */
function HttpsText({ domain: { id, certificate } }: { domain: Domain }) {
  const { state, isTrusted, until, problem } = certificate
  if (state === 'awaited') return 'Turns on automatically as soon as the name points here.'
  if (state === 'pending') return 'Your certificate is on its way. This takes a few seconds.'
  if (state === 'failed')
    return (
      <>
        {problem} <SslLink id={id}>See SSL/Security</SslLink>
      </>
    )
  if (state === 'off')
    return (
      <>
        HTTPS is off. <SslLink id={id}>Turn it on under SSL/Security</SslLink>
      </>
    )
  if (!isTrusted) return texts.testCertificate
  return (
    <>
      On
      {until && (
        <>
          , until <DateTime at={until} />
        </>
      )}
      . Renews automatically.
    </>
  )
}

/** What makes a name the customer's own site: it points here, HTTPS is on, and it takes mail. Each step ticks itself. */
export function DomainSetup({ domain }: { domain: Domain }) {
  const { id, name, certificate, challenge } = domain
  const titleId = useId()
  const pointing = usePointing(domain)
  const Mail = useFeatures().find((feature) => feature.DomainMail)?.DomainMail
  const hasHttps = certificate.state === 'issued'
  return (
    <section className="domain-setup" aria-labelledby={titleId}>
      <h3 id={titleId}>Set up {showName(name)}</h3>
      <ol className="domain-steps">
        <Step
          number={1}
          title={challenge ? 'Verify your domain and point it here' : 'Point the name here'}
          isDone={pointing.isDone}
          text={pointing.isUnknown ? 'Checking where the name points…' : pointing.isDone && pointing.doneText}
        >
          {!pointing.isDone && !pointing.isUnknown && <PointStep domain={domain} pointing={pointing} />}
        </Step>
        <Step number={2} title="HTTPS" isDone={hasHttps} text={<HttpsText domain={domain} />} />
        {Mail && (
          <Step
            number={3}
            title="Mail"
            isDone={false}
            text={challenge && 'Receive mail at this name once it is verified.'}
          >
            {!challenge && <Mail domain={{ id, name }} />}
          </Step>
        )}
      </ol>
    </section>
  )
}
