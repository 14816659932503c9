import { countText } from '#shared/text/count-text.ts'
import type { DomainMailChange } from '../../contract/contract.ts'

/** Whether the zone already has every record that mail needs. */
export const isInPlace = ({ added, removed }: DomainMailChange): boolean =>
  added.length + removed.length === 0

/** The change in one sentence. */
export function planText(plan: DomainMailChange): string {
  const { added, removed, kept } = plan
  if (isInPlace(plan)) return 'All mail records are in place.'
  const removes = removed.length > 0 ? ` and removes ${removed.length}` : ''
  return `Adds ${countText(added.length, 'DNS record')}${removes}. ${countText(kept, 'other record')} ${kept === 1 ? 'stays' : 'stay'} unchanged.`
}

/** The records that mail set-up adds and removes, and their effects. */
export function MailPlan({ plan: { added, removed, effects } }: { plan: DomainMailChange }) {
  const lines = [
    ...removed.map((record) => ({ sign: '−', word: 'Removed:', record })),
    ...added.map((record) => ({ sign: '+', word: 'Added:', record })),
  ]
  return (
    <>
      <ul className="email-lines">
        {lines.map(({ sign, word, record }) => (
          <li key={`${sign} ${record.type} ${record.name} ${record.value}`} data-sign={sign}>
            <span aria-hidden="true">{sign}</span>
            <span>
              <span className="visually-hidden">{word} </span>
              {record.type} {record.name} <span className="quiet">{record.ttl} s</span> {record.priority}{' '}
              <span className="mono">{record.value}</span>
            </span>
          </li>
        ))}
      </ul>
      {effects.length > 0 && (
        <ul className="email-effects">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </>
  )
}
