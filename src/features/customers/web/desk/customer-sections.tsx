import { Link } from '@tanstack/react-router'
import { formatCount } from '#shared/text/count-text.ts'
import { actionWords } from '#web/desk/action-words.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { CustomerRow, CustomerSection } from '../../contract/contract.ts'
import { sectionFacts, toneOf } from './section-facts.ts'

type Customer = { id: string; email: string }

type CustomerSectionsProps = { customer: Customer; sections: readonly CustomerSection[] }

/** A customer's items and history, the newest of each kind. */
export const CustomerSections = ({ customer, sections }: CustomerSectionsProps) => (
  <div className="customer-sections">
    {sections.map((section) => (
      <Section key={section.key} customer={customer} section={section} />
    ))}
  </div>
)

function Section({ customer, section }: { customer: Customer; section: CustomerSection }) {
  const { key, total, items } = section
  const { title, none, all } = sectionFacts[key]
  const id = `customer-${key}`
  const isMore = total > items.length
  return (
    <section className="customer-section" aria-labelledby={id}>
      <div className="customer-section-head">
        <h2 id={id}>
          {title} <span className="desk-quiet">{formatCount(total)}</span>
        </h2>
        {isMore && all && (
          <Link {...all(customer)}>
            All {formatCount(total)}
            <span className="visually-hidden"> {title.toLowerCase()}</span>
          </Link>
        )}
        {isMore && !all && <span className="desk-quiet">The newest {items.length}</span>}
      </div>
      {items.length === 0 ? (
        <p className="desk-quiet">{none}</p>
      ) : (
        <ul className="customer-rows">
          {items.map((row) => (
            <li key={row.id}>
              <Row section={key} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ section, row }: { section: CustomerSection['key']; row: CustomerRow }) {
  const { title, detail, text, status, amount, at } = row
  const target = sectionFacts[section].target?.(row)
  const name = section === 'audit' ? actionWords(title) : title
  const tone = status === null ? undefined : toneOf(status)
  const when = at && <DateTime at={at} as="relative" />
  return (
    <>
      <span className="customer-row-name">
        {target && <Link {...target}>{name}</Link>}
        {!target && (text === null ? name : <Written name={name} text={text} />)}
      </span>
      <span className="customer-row-end">
        {status && <StatusBadge status={status} {...(tone ? { tone } : {})} />}
        {amount !== null && <Money rupees={amount} bill />}
        {detail === null && <span className="desk-quiet">{when}</span>}
      </span>
      {detail !== null && (
        <>
          <span className="desk-quiet customer-row-detail">{detail}</span>
          <span className="desk-quiet customer-row-end">{when}</span>
        </>
      )}
    </>
  )
}

const Written = ({ name, text }: { name: string; text: string }) => (
  <details className="customer-written">
    <summary>{name}</summary>
    <p>{text}</p>
  </details>
)
