import { useCompany } from '#web/company.ts'
import { AuthLink, type OpenAuth } from '#web/public/public-header.tsx'
import { ConsoleCard } from './console-card.tsx'

/** The offer, three claims that support it, and two links. */
export function HeroPanel({ onAuth }: { onAuth: OpenAuth | undefined }) {
  const { hero, claims } = useCompany()
  return (
    <section className="landing-hero public-width" aria-labelledby="hero-title">
      <div className="landing-hero-text">
        <p className="landing-offer">{claims.offer}</p>
        <h1 id="hero-title">{hero.title}</h1>
        <p className="landing-lead">{hero.text}</p>
        <p className="public-actions">
          <AuthLink mode="signup" className="button" data-primary="" data-large="" onAuth={onAuth}>
            Get Started
          </AuthLink>{' '}
          <a className="button" data-large="" href="/contact">
            Contact Sales
          </a>
        </p>
        <ul className="landing-proof">
          <li>
            <strong>{claims.rating}</strong> <span>rating from {claims.reviews} reviews</span>
          </li>
          <li>
            <strong>{claims.uptime}</strong> <span>uptime</span>
          </li>
          <li>
            <strong>{claims.websites}</strong> <span>websites</span>
          </li>
        </ul>
      </div>
      <ConsoleCard />
    </section>
  )
}
