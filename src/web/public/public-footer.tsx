import { useCompany } from '../company.ts'
import { useSite } from '../site.tsx'
import { Monogram } from '../ui/values/monogram.tsx'
import { PostalAddress } from './postal-address.tsx'

type FooterLink = readonly [href: string, text: string]

const pages: FooterLink[] = [
  ['/#about', 'About'],
  ['/contact', 'Contact'],
  ['/terms', 'Terms of Service'],
  ['/refund-policy', 'Refund Policy'],
]
const sections: FooterLink[] = [
  ['/#hosting', 'Web Hosting'],
  ['/#vpn', 'VPS Hosting'],
  ['/status', 'Service status'],
  ['/#support', 'Support'],
]

/** On the landing page, link to the section without a page load. */
const near = (href: string, isLanding: boolean) => (isLanding ? href.replace(/^\/#/, '#') : href)

function Column({ title, links, isLanding }: { title: string; links: FooterLink[]; isLanding: boolean }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, text]) => (
          <li key={href}>
            <a className="public-footer-link" href={near(href, isLanding)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Footer of every public page, with contacts. */
function HelpBlock() {
  const { emails } = useCompany()
  return (
    <section id="support" className="public-help" aria-labelledby="support-title">
      <h2 id="support-title">Support</h2>
      <p>
        Write to us and a person answers, typically within 24 hours on business days.{' '}
        <a href="/contact">Contact support</a>
      </p>
      <ul>
        {emails.map(({ address }) => (
          <li key={address}>
            <a href={`mailto:${address}`}>{address}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PublicFooter({ isLanding = false }: { isLanding?: boolean }) {
  const { companyName } = useSite()
  return (
    <footer className="public-footer">
      <div className="public-width public-footer-columns">
        <div className="public-imprint">
          <p className="public-brand">
            <Monogram size={26} />
            <span>{companyName}</span>
          </p>
          <PostalAddress />
        </div>
        <HelpBlock />
        <Column title="Hosting" links={sections} isLanding={isLanding} />
        <Column title="Company" links={pages} isLanding={isLanding} />
      </div>
      <p className="public-width public-legal">
        © {companyName}. Prices are in Indian rupees (INR), per month.
      </p>
    </footer>
  )
}
