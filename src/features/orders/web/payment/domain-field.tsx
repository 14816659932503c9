import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { readConnectable } from '#features/names/contract/name-faults.ts'
import { CheckIcon } from '#web/ui/icons.tsx'

const pauseMs = 500

/** The error of a typed domain; an empty one is valid. */
export function domainFault(text: string): string | undefined {
  const read = text.trim() === '' ? null : readConnectable(text)
  return read && 'fault' in read ? read.fault : undefined
}

type DomainFieldProps = {
  id: string
  value: string
  /** The server's error about this domain. */
  problem: string | undefined
  onChange: (domain: string) => void
}

/** The domain of an order, checked when typing pauses. */
export function DomainField({ id, value, problem, onChange }: DomainFieldProps) {
  const [settled] = useDebouncedValue(value, pauseMs)
  const fault = settled === value ? domainFault(value) : undefined
  const isGood = settled === value && value.trim() !== '' && !fault && !problem
  return (
    <TextInput
      id={id}
      label="Domain (optional)"
      description={
        isGood
          ? 'Looks right. We check that it is free when you order.'
          : 'The domain this hosting is for. You can add one later.'
      }
      placeholder="example.com"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={problem ?? fault ?? null}
      rightSection={isGood ? <CheckIcon size={16} /> : null}
      rightSectionProps={{ className: 'payment-good' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
