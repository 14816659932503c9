import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { texts } from '../../contract/texts.ts'
import { generatePassword } from './generate-password.ts'

type PasswordFieldProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form with any values that include the password.
  form: ContractForm<any>
  name: string
  label: string
  /** A password generated before the form opened, which is visible now and shown once more afterwards. */
  isFilled?: boolean
}

/** A database password, typed or generated; it cannot be read back later. */
export function PasswordField({ form, name, label, isFilled = false }: PasswordFieldProps) {
  const [isShown, setShown] = useState(isFilled)
  const value: string = form.useWatchValue(name)
  const generate = () => {
    form.setFieldValue(name, generatePassword())
    form.clearFieldError(name)
    setShown(true)
  }
  return (
    <div className="database-password">
      <PasswordInput
        key={form.key(name)}
        label={label}
        description={isFilled ? undefined : texts.keepPassword}
        autoComplete="new-password"
        spellCheck={false}
        classNames={{ innerInput: 'mono' }}
        visible={isShown}
        onVisibilityChange={setShown}
        // Mantine omits both: the invalid state, and keyboard focus on the toggle.
        aria-invalid={form.errors[name] ? true : undefined}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? 'Hide password' : 'Show password',
          tabIndex: 0,
        }}
        {...form.getInputProps(name)}
      />
      <div className="database-password-actions">
        <Button variant="default" onClick={generate}>
          Generate
        </Button>
        {value && <CopyButton value={value} label="Copy password" toast={{ title: texts.copied }} />}
      </div>
    </div>
  )
}
