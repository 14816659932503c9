import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { Pay } from '../contract/contract.ts'

/** The bank account for transfers. */
export function PayByBank({ pay, bank }: { pay: Pay; bank: NonNullable<Pay['bank']> }) {
  const facts: [name: string, value: string][] = [
    ['Account name', bank.accountName],
    ['Account number', bank.accountNumber],
    ['IFSC', bank.ifsc],
    ['Bank', bank.bank],
    ['Reference', pay.reference],
  ]
  return (
    <section className="pay-way" aria-label="Bank transfer">
      <h3>Bank transfer</h3>
      <p className="pay-quiet">
        By NEFT, IMPS or RTGS. Put the reference in the remarks so we can find your transfer.
      </p>
      <dl className="pay-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="pay-fact">
            <dt>{name}</dt>
            <dd>
              <span className={name.startsWith('Account na') || name === 'Bank' ? undefined : 'mono'}>
                {value}
              </span>{' '}
              <CopyButton value={value} label={`Copy: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
