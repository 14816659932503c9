import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DraftKeeper, DraftState, Fields } from './draft-keeper.ts'

type ComposeFormProps = {
  keeper: DraftKeeper
  state: DraftState
  /** The errors below the fields. */
  errors: Partial<Record<keyof Fields, string>>
  onFiles: (files: readonly File[]) => void
  onChanged: (field: keyof Fields) => void
}

const labels = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const

const filesIn = (data: DataTransfer): File[] => [...data.files]

/** The fields of a message; dropped or pasted files are attached. */
export function ComposeForm({ keeper, state: { fields }, errors, onFiles, onChanged }: ComposeFormProps) {
  const change = (field: keyof Fields, text: string) => {
    keeper.change({ [field]: text })
    onChanged(field)
  }
  const [isFocusedText] = useState(fields.to !== '')
  const [isCopied, setCopied] = useState(false)
  const hasCopies = isCopied || fields.cc !== '' || fields.bcc !== ''
  const shown = hasCopies ? (['to', 'cc', 'bcc'] as const) : (['to'] as const)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is one of three ways; the button does the same.
    <div
      className="compose-fields"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFiles(filesIn(event.dataTransfer))
      }}
    >
      {shown.map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          value={fields[field]}
          error={errors[field]}
          onChange={({ currentTarget }) => change(field, currentTarget.value)}
          onFocus={() => field !== 'to' && setCopied(true)}
          autoFocus={field === 'to' && !isFocusedText}
          data-autofocus={(field === 'to' && !isFocusedText) || undefined}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      {!hasCopies && (
        <button type="button" className="row-action inbox-copies" onClick={() => setCopied(true)}>
          Add Cc or Bcc
        </button>
      )}
      <TextInput
        label="Subject"
        value={fields.subject}
        maxLength={500}
        error={errors.subject}
        onChange={({ currentTarget }) => change('subject', currentTarget.value)}
      />
      <Textarea
        label="Message"
        className="compose-text"
        value={fields.text}
        maxLength={200_000}
        error={errors.text}
        autoFocus={isFocusedText}
        data-autofocus={isFocusedText || undefined}
        ref={(area) => {
          if (!area || area.dataset.placed) return
          area.dataset.placed = 'true'
          area.setSelectionRange(0, 0)
          area.scrollTop = 0
        }}
        onChange={({ currentTarget }) => change('text', currentTarget.value)}
        onPaste={(event) => {
          const files = filesIn(event.clipboardData)
          if (files.length === 0) return
          event.preventDefault()
          onFiles(files)
        }}
      />
    </div>
  )
}
