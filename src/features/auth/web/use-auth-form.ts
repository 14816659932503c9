import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { afterSignIn, readNext } from '#features/auth/contract/after-sign-in.ts'
import { redirectAfterSignUpMs, texts } from '#features/auth/contract/texts.ts'
import { fieldErrors } from '#web/lib/calls/api-error.ts'
import { usePlainForm, type Values } from '#web/lib/calls/plain-form.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import type { RefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
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
    const { emailOrMobile = '', email = '', mobile = '', password = '', firstName, lastName, code } = values
    if (mode === 'login') return login.mutateAsync({ emailOrMobile, password, ...(code ? { code } : {}) })
    return register.mutateAsync({ email, mobile, password, firstName, lastName })
  }
}

const asksForCode = (error: unknown): boolean => fieldErrors(error).code !== undefined

/** The form of sign-in or sign-up with its checks, its toasts and its way out. */
export function useAuthForm({ mode, next, plan, refused, onDone }: AuthFormOptions) {
  const send = useSend()
  const [isCodeAsked, setCodeAsked] = useState(refused?.fields?.code !== undefined)
  const [isLeaving, setLeaving] = useState(false)
  // In place of the form: going back to it would only lead on to the payment again.
  const leave = () => window.location.replace(afterSignIn({ next: readNext(next), plan }))
  const finish = () => {
    setLeaving(true)
    if (mode === 'login') leave()
    else {
      showToast({ title: texts.accountCreated, description: texts.accountCreatedText })
      setTimeout(leave, redirectAfterSignUpMs)
    }
    onDone?.()
  }
  const form = usePlainForm({
    failureTitle: failureTitle[mode],
    refused,
    check: (values) => checkForm(mode, values),
    // The account is there: a second press would only be told so.
    isHeld: isLeaving,
    send: async (values) => {
      try {
        await send(mode, values)
      } catch (error) {
        if (asksForCode(error)) setCodeAsked(true)
        throw error
      }
      finish()
    },
    // The field that appears says what is asked for: nothing has failed yet.
    failureText: (error) => (asksForCode(error) && !isCodeAsked ? '' : failureText(mode, error)),
  })
  return { ...form, isBusy: form.isBusy || isLeaving, isCodeAsked, leave }
}
