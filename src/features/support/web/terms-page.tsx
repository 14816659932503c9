import { type PolicySection, PolicyText } from './policy-text.tsx'

const sections: PolicySection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <p>
        These terms apply between you and us from the moment you create an account or place an order. If you
        act for an organisation, you confirm that you are authorised to bind it.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        Give us an email address and a mobile number where we can reach you, keep your password to yourself,
        and tell us immediately if somebody else may have used your account. Orders are reviewed before they
        are activated.
      </p>
    ),
  },
  {
    id: 'use',
    title: 'Acceptable use',
    body: (
      <p>
        Do not use the services for anything unlawful, for unsolicited mail, for malware, or in a way that
        harms other customers or the network. You are responsible for what you host.
      </p>
    ),
  },
  {
    id: 'uptime',
    title: 'Availability',
    body: (
      <p>
        Our target is <strong>99.9% uptime</strong>. When a service is down for longer than our{' '}
        <a href="/refund-policy#eligibility">Refund Policy</a> allows, you may ask for your money back.
      </p>
    ),
  },
  {
    id: 'payment',
    title: 'Prices and payment',
    body: (
      <>
        <p>
          All prices and payments are in Indian rupees (<strong>INR</strong>). We accept:
        </p>
        <ul>
          <li>UPI</li>
          <li>Net banking</li>
          <li>Credit and debit cards</li>
          <li>Bank transfer</li>
        </ul>
      </>
    ),
  },
  {
    id: 'late-payment',
    title: 'Late payment and suspension',
    body: (
      <p>
        When a payment is late, there is a <strong>7-day grace period</strong> before the service is
        suspended. A suspended service is restored once the payment has arrived.
      </p>
    ),
  },
  {
    id: 'backups',
    title: 'Backups',
    body: (
      <p>
        Backups are retained for <strong>30 days</strong>. Keep your own copy of anything you cannot afford to
        lose.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <p>
        Either side may end a service on <strong>30 days&rsquo; notice</strong>. We may end it immediately if
        these terms are seriously broken.
      </p>
    ),
  },
  {
    id: 'data-export',
    title: 'Your data afterwards',
    body: (
      <p>
        You can export your data for <strong>30 days after termination</strong>. After that it is deleted.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Our total liability is capped at the fees you paid for the service in the <strong>12 months</strong>{' '}
        before the claim. These terms do not limit any rights you have by law.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    body: (
      <p>
        When these terms change, the date at the top changes with them, and we tell customers by email.
        Questions are welcome on the <a href="/contact">contact page</a>.
      </p>
    ),
  },
]

export function TermsPage() {
  return (
    <PolicyText
      title="Terms of Service"
      summary="Our commitments to you and yours to us, in plain words."
      sections={sections}
    />
  )
}
