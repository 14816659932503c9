import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCompany } from '#web/company.ts'
import { PostalAddress } from '#web/public/postal-address.tsx'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { ContactForm } from './contact-form.tsx'

const route = getRouteApi('/public/contact')

function OfficeFacts() {
  const { emails, hours, foundedYear } = useCompany()
  return (
    <div className="contact-facts">
      <section>
        <h2>Head office</h2>
        <PostalAddress />
        <p className="contact-quiet">Founded in {foundedYear}</p>
      </section>
      <section>
        <h2>Email</h2>
        <dl>
          {emails.map(({ label, address }) => (
            <div key={address}>
              <dt>{label}</dt>
              <dd>
                <a href={`mailto:${address}`}>{address}</a>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>Business hours</h2>
        <dl>
          {hours.map(({ days, time }) => (
            <div key={days}>
              <dt>{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

/** The confirmation after a message is stored, with the reference to quote. */
function Sent({ reference, isNew }: { reference: string; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return (
    <div className="contact-form contact-sent" role="status">
      <h2 ref={heading} tabIndex={-1}>
        Message sent
      </h2>
      <p>
        Thank you. Your reference is <strong>{reference}</strong>. We have sent you a confirmation by email.
      </p>
      <p className="contact-promise">We typically respond within 24 hours on business days.</p>
      <p>
        <a href="/contact">Send another message</a>
      </p>
    </div>
  )
}

export function ContactPage() {
  const { sent, order } = route.useSearch()
  const [reference, setReference] = useState<string>()
  const known = reference ?? sent
  return (
    <PublicFrame>
      <header className="contact-head">
        <h1>Contact us</h1>
        <p>Questions before you buy, or about a service you run with us: a person reads every message.</p>
      </header>
      <div className="contact-columns">
        {known ? (
          <Sent reference={known} isNew={reference !== undefined} />
        ) : (
          <ContactForm orderId={order} onSent={setReference} />
        )}
        <OfficeFacts />
      </div>
    </PublicFrame>
  )
}
