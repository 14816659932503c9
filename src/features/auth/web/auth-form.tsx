import { mobileMaxLength } from '#features/auth/contract/mobile.ts'
import { texts } from '#features/auth/contract/texts.ts'
import { useHydrated } from '#web/hydrated.ts'
import { given } from '#web/lib/search-values.ts'
import { Field, FormAlert, PasswordField, SubmitButton } from '#web/public/field.tsx'
import type { AuthMode } from '#web/public/public-header.tsx'
import type { RefusedForm } from '#web/refused-form.ts'
import { failureTitle } from './auth-rules.ts'
import { ChosenPlan } from './chosen-plan.tsx'
import { PasskeyButton } from './passkeys/passkey-button.tsx'
import { useAuthForm } from './use-auth-form.ts'

type FieldsProps = {
  values: Partial<Record<string, string>>
  errors: Record<string, string>
  isCodeAsked: boolean
}

function LoginFields({ values, errors, isCodeAsked }: FieldsProps) {
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
        maxLength={mobileMaxLength}
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
      {isCodeAsked && <CodeField error={errors.code} />}
    </>
  )
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={64}
      hint="The 6-digit code from your authenticator app, or a recovery code."
      error={error}
    />
  )
}

function SignupFields({ values, errors }: FieldsProps) {
  const text = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <>
      <Field
        label="Email"
        {...text('email')}
        type="email"
        data-autofocus
        autoComplete="email"
        required
        maxLength={254}
      />
      <Field
        label="Mobile number"
        {...text('mobile')}
        type="tel"
        autoComplete="tel"
        required
        maxLength={mobileMaxLength}
        hint="10 digits, or with a country code such as +91."
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        error={errors.password}
        hint={texts.passwordHint}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
      <div className="field-pair">
        <Field
          label="First name (optional)"
          {...text('firstName')}
          autoComplete="given-name"
          maxLength={80}
        />
        <Field label="Last name (optional)" {...text('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
    </>
  )
}

const noFields = {}

type AuthFormProps = {
  mode: AuthMode
  submitLabel: string
  next?: string | undefined
  plan?: string | undefined
  refused?: RefusedForm | undefined
  onDone?: () => void
}

/** The form of one mode: posts to /auth without a script, and adds checks and toasts once the script runs. */
export function AuthForm({ mode, submitLabel, next, plan, refused, onDone }: AuthFormProps) {
  const { form, errors, message, isBusy, input, submit, isCodeAsked, leave } = useAuthForm({
    mode,
    next,
    plan,
    refused,
    onDone,
  })
  const hydrated = useHydrated()
  const Fields = mode === 'login' ? LoginFields : SignupFields
  return (
    <form
      className="auth-form"
      method="post"
      action="/auth"
      ref={form}
      noValidate={hydrated}
      aria-busy={isBusy || undefined}
      onInput={input}
      onSubmit={submit}
    >
      <input type="hidden" name="mode" value={mode} />
      {next && <input type="hidden" name="next" value={next} />}
      {plan && <input type="hidden" name="plan" value={plan} />}
      {plan && <ChosenPlan id={plan} />}
      <Fields values={refused?.values ?? noFields} errors={errors} isCodeAsked={isCodeAsked} />
      <Problem {...{ mode, message, errors, next, plan }} isPosted={refused !== undefined} />
      <SubmitButton isBusy={isBusy}>{submitLabel}</SubmitButton>
      {mode === 'login' && hydrated && <PasskeyButton onDone={leave} />}
      <AuthNote mode={mode} />
    </form>
  )
}

type ProblemProps = WayProps & {
  mode: AuthMode
  message: string | undefined
  errors: Record<string, string>
  isPosted: boolean
}

/** The error above the button, which stays after its toast has closed; not when the fields show it already. */
function Problem({ mode, message, errors, isPosted, ...way }: ProblemProps) {
  if (!message || (!isPosted && Object.keys(errors).length > 0)) return null
  return (
    <FormAlert title={isPosted ? failureTitle[mode] : undefined} text={message}>
      {message === texts.accountExists && <SignInInstead {...way} />}
    </FormAlert>
  )
}

type WayProps = { next: string | undefined; plan: string | undefined }

/** Link to the other form, with the same return page and plan. */
function SignInInstead({ next, plan }: WayProps) {
  const kept = new URLSearchParams(given({ next, plan })).toString()
  return <a href={kept ? `/auth?${kept}` : '/auth'}>Sign in instead</a>
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
