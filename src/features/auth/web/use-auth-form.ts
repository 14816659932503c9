import { useMutation } from '@tanstack/react-query'
import { afterSignIn, readNext, redirectAfterSignUpMs, texts } from '#features/auth/contract/texts.ts'
import { usePlainForm, type Values } from '#web/lib/plain-form.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import type { RefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { checkForm, failureText, failureTitle } from './auth-rules.ts'

type AuthFormOptions = {
  mode: AuthMode
  next: string | undefined
  /** The plan that was chosen before. */
  plan: string | undefined
  /** The refusal the page came with. */
  refused: RefusedForm | undefined
  /** Called once signed in, before the browser leaves. */
  onDone: (() => void) | undefined
}

const meta = { failure: false, anonymous: true } as const

/** Sends the form; each refusal is thrown. */
function useSend() {
  const trpc = useTRPC()
  const login = useMutation(trpc.auth.login.mutationOptions({ meta }))
  const register = useMutation(trpc.auth.register.mutationOptions({ meta }))
  return async (mode: AuthMode, values: Values) => {
    const { emailOrMobile = '', email = '', mobile = '', password = '', firstName, lastName } = values
    if (mode === 'login') return login.mutateAsync({ emailOrMobile, password })
    return register.mutateAsync({ email, mobile, password, firstName, lastName })
  }
}

/** The form of sign-in or sign-up with its checks, its toasts and its way out. */
export function useAuthForm({ mode, next, plan, refused, onDone }: AuthFormOptions) {
  const send = useSend()
  const leave = () => window.location.assign(afterSignIn({ next: readNext(next), plan }))
  const finish = () => {
    if (mode === 'login') leave()
    else {
      showToast({ title: texts.accountCreated, description: texts.accountCreatedText })
      setTimeout(leave, redirectAfterSignUpMs)
    }
    onDone?.()
  }
  return usePlainForm({
    failureTitle: failureTitle[mode],
    refused,
    check: (values) => checkForm(mode, values),
    send: async (values) => {
      await send(mode, values)
      finish()
    },
    failureText: (error) => failureText(mode, error),
  })
}
