import type { RefObject } from 'react'
import { passwordMinLength } from '#features/auth/contract/texts.ts'
import { useHydrated } from '#web/hydrated.ts'
import { Field, FormAlert, PasswordField, SubmitButton } from '#web/public/field.tsx'
import type { AuthMode } from '#web/public/public-header.tsx'
import type { RefusedForm } from '#web/refused-form.ts'
import { failureTitle } from './auth-rules.ts'
import { useAuthForm } from './use-auth-form.ts'

type FieldsProps = {
  values: Partial<Record<string, string>>
  errors: Record<string, string>
  confirm: RefObject<HTMLInputElement | null>
}

function LoginFields({ values, errors }: FieldsProps) {
  return (
    <>
      <Field
        label="Email or mobile number"
        name="emailOrMobile"
        data-autofocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={values.emailOrMobile}
        error={errors.emailOrMobile}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
    </>
  )
}

function SignupFields({ values, errors, confirm }: FieldsProps) {
  const text = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <>
      <div className="field-pair">
        <Field
          label="First name (optional)"
          {...text('firstName')}
          data-autofocus
          autoComplete="given-name"
          maxLength={80}
        />
        <Field label="Last name (optional)" {...text('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
      <Field label="Email" {...text('email')} type="email" autoComplete="email" required maxLength={254} />
      <Field
        label="Mobile number"
        {...text('mobile')}
        type="tel"
        autoComplete="tel"
        required
        maxLength={32}
        hint="10 digits, or with a country code such as +91."
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        error={errors.password}
        hint={`At least ${passwordMinLength} characters.`}
      />
      <PasswordField
        label="Confirm password"
        ref={confirm}
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
    </>
  )
}

const noFields = {}

type AuthFormProps = {
  mode: AuthMode
  submitLabel: string
  next?: string | undefined
  refused?: RefusedForm | undefined
  onDone?: () => void
}

/** The form of one mode: posts to /auth as it is, and does better once the script is there. */
export function AuthForm({ mode, submitLabel, next, refused, onDone }: AuthFormProps) {
  const { form, confirm, errors, isBusy, submit } = useAuthForm({ mode, next, refused, onDone })
  const Fields = mode === 'login' ? LoginFields : SignupFields
  return (
    <form
      className="auth-form"
      method="post"
      action="/auth"
      ref={form}
      noValidate={useHydrated()}
      aria-busy={isBusy || undefined}
      onSubmit={submit}
    >
      {refused && <FormAlert title={failureTitle[mode]} text={refused.message} />}
      <input type="hidden" name="mode" value={mode} />
      {next && <input type="hidden" name="next" value={next} />}
      <Fields values={refused?.values ?? noFields} errors={errors} confirm={confirm} />
      <SubmitButton isBusy={isBusy}>{submitLabel}</SubmitButton>
      <AuthNote mode={mode} />
    </form>
  )
}

function AuthNote({ mode }: { mode: AuthMode }) {
  if (mode === 'login') {
    return (
      <p className="auth-note">
        <a href="/auth/forgot">Forgot password?</a>
      </p>
    )
  }
  return (
    <p className="auth-note">
      By creating an account you agree to the <a href="/terms">Terms of Service</a> and the{' '}
      <a href="/refund-policy">Refund Policy</a>.
    </p>
  )
}
