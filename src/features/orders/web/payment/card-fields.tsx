import { TextInput } from '@mantine/core'
import { LockIcon } from '#web/ui/icons.tsx'
import { texts } from '../../contract/contract.ts'
import { formatCvc, formatExpiry, groupCardNumber } from './card-format.ts'

export const emptyCard = { cardNumber: '', expiry: '', cvc: '' }
export type Card = typeof emptyCard
export type CardField = keyof Card

const required: Record<CardField, string> = {
  cardNumber: 'Enter the card number.',
  expiry: 'Enter the expiry date as MM/YY.',
  cvc: 'Enter the security code.',
}
const fields: CardField[] = ['cardNumber', 'expiry', 'cvc']

/** The empty fields, in order. */
export const missingFields = (card: Card): CardField[] => fields.filter((field) => !card[field].trim())

type CardFieldsProps = {
  card: Card
  onChange: (card: Card) => void
  idOf: (field: CardField) => string
  /** After a first submission, empty fields show an error. */
  isChecked: boolean
}

/** Number, expiry and security code of a card that is not charged. The inputs have no names, so that no form can submit them. */
export function CardFields({ card, onChange, idOf, isChecked }: CardFieldsProps) {
  const input = (field: CardField) => ({
    id: idOf(field),
    required: true,
    withAsterisk: true,
    value: card[field],
    error: isChecked && !card[field].trim() ? required[field] : null,
  })
  return (
    <fieldset className="payment-card">
      <legend>Card</legend>
      <TextInput
        {...input('cardNumber')}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        className="payment-number"
        data-autofocus
        onChange={(event) => onChange({ ...card, cardNumber: groupCardNumber(event.currentTarget.value) })}
      />
      <div className="payment-pair">
        <TextInput
          {...input('expiry')}
          label="Expiry (MM/YY)"
          placeholder="MM/YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          onChange={(event) =>
            onChange({ ...card, expiry: formatExpiry(event.currentTarget.value, card.expiry) })
          }
        />
        <TextInput
          {...input('cvc')}
          label="CVC"
          inputMode="numeric"
          autoComplete="cc-csc"
          onChange={(event) => onChange({ ...card, cvc: formatCvc(event.currentTarget.value) })}
        />
      </div>
      <p className="payment-card-notice">
        <LockIcon size={14} />
        <span>{texts.cardNotice}</span>
      </p>
    </fieldset>
  )
}
