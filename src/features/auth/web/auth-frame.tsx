import type { ReactNode } from 'react'
import { useCompany } from '#web/company.ts'
import { useSite } from '#web/site.tsx'
import { Monogram } from '#web/ui/values/monogram.tsx'

const days = 60
const bars = `M2 0v32${'m8-32v32'.repeat(days - 1)}`

/** What the company offers, beside the form where there is room. */
function BrandPanel() {
  const { claims, hero } = useCompany()
  const facts = [
    [claims.uptime, 'uptime'],
    [claims.websites, 'websites'],
    [claims.rating, `from ${claims.reviews} reviews`],
  ] as const
  return (
    <aside className="auth-brand" aria-label="About the service">
      <p className="auth-brand-title">{hero.title}</p>
      <p>{hero.text}</p>
      <svg
        className="auth-strip"
        viewBox={`0 0 ${days * 8 - 4} 32`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={bars} strokeWidth="4" />
      </svg>
      <dl>
        {facts.map(([value, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

/** The two halves of the pages around signing in: the form, and on wide screens the branding panel. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { companyName } = useSite()
  return (
    <div className="public-page auth-page">
      <div className="auth-half">
        <header>
          <a className="public-brand" href="/">
            <Monogram size={26} />
            <span className="public-brand-name">{companyName}</span>
          </a>
        </header>
        <main id="main" className="auth-main">
          {children}
        </main>
        <footer className="auth-foot">
          <a href="/contact">Contact</a>
          <a href="/terms">Terms</a>
          <a href="/refund-policy">Refund Policy</a>
        </footer>
      </div>
      <BrandPanel />
    </div>
  )
}
