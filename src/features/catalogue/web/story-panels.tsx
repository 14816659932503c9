import { useCompany } from '#web/company.ts'
import { SiteCard } from './site-card.tsx'

/** Four short columns with hairlines between them. */
export function HighlightsPanel() {
  const { highlights } = useCompany()
  return (
    <section className="landing-highlights public-width" aria-labelledby="highlights-title">
      <h2 id="highlights-title" className="visually-hidden">
        Every plan includes
      </h2>
      <ul>
        {highlights.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AboutPanel() {
  const { about, foundedYear, claims } = useCompany()
  const facts = [
    [String(foundedYear), 'founded in Bengaluru'],
    [claims.years, 'years of experience in our team'],
    [claims.countries, 'countries with data centres'],
    [claims.languages, 'support languages'],
  ] as const
  return (
    <section id="about" className="landing-about" aria-labelledby="about-title">
      <div className="public-width landing-about-columns">
        <div className="landing-prose">
          <h2 id="about-title">About us</h2>
          {about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className="landing-claims">
          {facts.map(([value, text]) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Four steps on a numbered rail, with their result. */
export function ProcessPanel() {
  const { steps } = useCompany()
  return (
    <section className="landing-process public-width" aria-labelledby="process-title">
      <div className="landing-process-steps">
        <h2 id="process-title">How it works</h2>
        <ol>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <SiteCard />
    </section>
  )
}

export function ReasonsPanel() {
  const { reasons } = useCompany()
  return (
    <section className="landing-reasons public-width" aria-labelledby="reasons-title">
      <h2 id="reasons-title">Six reasons to choose us</h2>
      <dl>
        {reasons.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Quotes, each marked as a sample; nothing when the company has none. */
export function TestimonialsPanel() {
  const { testimonials } = useCompany()
  if (testimonials.length === 0) return null
  return (
    <section className="landing-voices" aria-labelledby="voices-title">
      <div className="public-width">
        <h2 id="voices-title">Customer reviews</h2>
        <p className="landing-lead">These quotes are samples.</p>
        <ul>
          {testimonials.map(({ quote, name, role }) => (
            <li key={name}>
              <figure>
                <span className="landing-sample">Sample</span>
                <blockquote>{quote}</blockquote>
                <figcaption>
                  <strong>{name}</strong> {role}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
