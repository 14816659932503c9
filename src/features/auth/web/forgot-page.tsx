import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { resetTokenMinutes } from '#features/auth/contract/texts.ts'
import { useHydrated } from '#web/hydrated.ts'
import { usePlainForm } from '#web/lib/calls/plain-form.ts'
import { Field, FormAlert, SubmitButton } from '#web/public/field.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { AuthFrame } from './auth-frame.tsx'

const route = getRouteApi('/public/auth/forgot')
const failureTitle = 'Request Failed'

function ForgotForm({ onSent }: { onSent: () => void }) {
  const trpc = useTRPC()
  const forgot = useMutation(
    trpc.auth.password.forgot.mutationOptions({ meta: { failure: false, anonymous: true } }),
  )
  const [refused] = useRefusedForm()
  const { form, errors, isBusy, input, submit } = usePlainForm({
    failureTitle,
    refused,
    send: async ({ email = '' }) => {
      await forgot.mutateAsync({ email })
      onSent()
    },
  })
  return (
    <form
      className="auth-form"
      method="post"
      action="/auth/forgot"
      ref={form}
      noValidate={useHydrated()}
      onInput={input}
      onSubmit={submit}
    >
      {refused && <FormAlert title={failureTitle} text={refused.message} />}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={refused?.values.email}
        error={errors.email}
      />
      <SubmitButton isBusy={isBusy}>Send reset link</SubmitButton>
    </form>
  )
}

/** Requests a link to choose a new password. The answer is the same whether the account exists or not. */
export function ForgotPage() {
  const [isSent, setSent] = useState(route.useSearch().sent === true)
  return (
    <AuthFrame>
      <h1>Reset your password</h1>
      {isSent ? (
        <p className="auth-good" role="status">
          If there is an account with this email address, we have sent a link to it. The link works once, for{' '}
          {resetTokenMinutes} minutes.
        </p>
      ) : (
        <>
          <p className="auth-lead">Enter your account’s email address and we will send you a link.</p>
          <ForgotForm onSent={() => setSent(true)} />
        </>
      )}
      <p className="auth-note">
        <a href="/auth">Back to sign in</a>
      </p>
    </AuthFrame>
  )
}
