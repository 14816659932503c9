import type { ReactNode } from 'react'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { Renewal } from '../../contract/contract.ts'

const Next = ({ next, due }: Pick<Renewal, 'next' | 'due'>) =>
  next ? (
    <>
      <Money rupees={next.amount} bill /> on <DateTime at={next.at} />
    </>
  ) : (
    `${due.find(({ kind }) => kind === 'renewal')?.number ?? 'It'} is unpaid`
  )

/** Paid term, next invoice and credit of a service. */
export function PlanFacts({ renewal: { paidUntil, next, due, credit } }: { renewal: Renewal }) {
  const facts: [string, ReactNode][] = [
    ['Paid until', <DateTime key="until" at={paidUntil} />],
    ['Next invoice', <Next key="next" next={next} due={due} />],
  ]
  if (credit !== null && credit > 0)
    facts.push(['Your credit (used first)', <Money key="credit" rupees={credit} bill />])
  return (
    <dl className="server-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
