import type { ReactNode } from 'react'
import { useCompany } from '#web/company.ts'
import { useSite } from '#web/site.tsx'
import { Monogram } from '#web/ui/values/monogram.tsx'

/** The company's benefits, beside the form where there is room. */
function BrandPanel() {
  const { hero, highlights } = useCompany()
  return (
    <aside className="auth-brand" aria-label="About the service">
      <p className="auth-brand-title">{hero.title}</p>
      <p>{hero.text}</p>
      <dl>
        {highlights.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

/** The layout of the sign-in pages: the form, and on wide screens the branding panel. */
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
