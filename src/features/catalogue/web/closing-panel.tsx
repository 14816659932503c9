import { useCompany } from '#web/company.ts'
import { AuthLink, type OpenAuth } from '#web/public/public-header.tsx'

/** The call to action before the footer. */
export function ClosingPanel({ onAuth }: { onAuth: OpenAuth | undefined }) {
  const { claims } = useCompany()
  return (
    <section className="landing-closing" aria-labelledby="closing-title">
      <div className="public-width landing-closing-row">
        <div>
          <h2 id="closing-title">Put your next site on solid ground</h2>
          <p>Try it for {claims.moneyBackDays} days. Not for you? Get your money back.</p>
        </div>
        <p className="public-actions">
          <AuthLink mode="signup" className="button" data-primary="" onAuth={onAuth}>
            Get Started
          </AuthLink>{' '}
          <a className="button" data-on-ink="" href="/contact">
            Contact Sales
          </a>
        </p>
      </div>
    </section>
  )
}
