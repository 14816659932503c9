import { type ReactNode, useId } from 'react'

type FactsProps = {
  title: string
  /** Value by name; entries without a value are omitted. */
  facts: Record<string, ReactNode>
}

/** A short list of names and values under a heading. */
export function Facts({ title, facts }: FactsProps) {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl className="desk-facts">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
