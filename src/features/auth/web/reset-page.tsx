import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { texts } from '#features/auth/contract/texts.ts'
import { useHydrated } from '#web/hydrated.ts'
import { usePlainForm } from '#web/lib/calls/plain-form.ts'
import { FormAlert, PasswordField, SubmitButton } from '#web/public/field.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { AuthFrame } from './auth-frame.tsx'

const route = getRouteApi('/public/auth/reset')
const failureTitle = 'Reset Failed'

function ResetForm({ token }: { token: string }) {
  const trpc = useTRPC()
  const confirm = useRef<HTMLInputElement>(null)
  const [refused] = useRefusedForm()
  const reset = useMutation(
    trpc.auth.password.reset.mutationOptions({ meta: { failure: false, anonymous: true } }),
  )
  const { form, errors, isBusy, input, submit } = usePlainForm({
    failureTitle,
    refused,
    check: ({ password }) =>
      password === confirm.current?.value ? null : { fields: { confirmPassword: texts.passwordsDiffer } },
    send: async ({ password = '' }) => {
      await reset.mutateAsync({ token, password })
      window.location.assign('/auth?reset=true')
    },
  })
  return (
    <form
      className="auth-form"
      method="post"
      action="/auth/reset"
      ref={form}
      noValidate={useHydrated()}
      onInput={input}
      onSubmit={submit}
    >
      {refused && <FormAlert title={failureTitle} text={refused.message} />}
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        error={errors.password}
        hint={texts.passwordHint}
      />
      <PasswordField
        label="Confirm new password"
        ref={confirm}
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
      <SubmitButton isBusy={isBusy}>Change password</SubmitButton>
    </form>
  )
}

/** Sets a new password with the token of a mail. */
export function ResetPage() {
  const search = route.useSearch()
  const [refused] = useRefusedForm()
  const token = search.token ?? refused?.values.token
  return (
    <AuthFrame>
      <h1>{search.undo ? 'Undo the change of your email address' : 'Choose a new password'}</h1>
      {search.undo && token && (
        <p className="auth-lead">
          Choose a new password. Your previous email address is restored, and all devices are signed out.
        </p>
      )}
      {token ? (
        <ResetForm token={token} />
      ) : (
        <p className="auth-lead">
          This link is incomplete. Open the link in the email again, or request a new one.
        </p>
      )}
      <p className="auth-note">
        <a href="/auth/forgot">Request a new link</a>
      </p>
    </AuthFrame>
  )
}
