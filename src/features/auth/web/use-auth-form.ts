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
  /** The chosen plan. */
  plan: string | undefined
  /** The refusal that the page was rendered with. */
  refused: RefusedForm | undefined
  /** Called after sign-in, before the browser navigates. */
  onDone: (() => void) | undefined
}

const meta = { failure: false, anonymous: true } as const

/** Sends the form; throws on a refusal. */
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

/** State of the sign-in or sign-up form: its checks, its toasts and the page it opens. */
export function useAuthForm({ mode, next, plan, refused, onDone }: AuthFormOptions) {
  const send = useSend()
  const [isCodeAsked, setCodeAsked] = useState(refused?.fields?.code !== undefined)
  const [isLeaving, setLeaving] = useState(false)
  // Replaces the form in the history: going back to it would only repeat the payment step.
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
    // The account exists: a second submission would only be refused.
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
    // The code field that appears explains the request: nothing has failed yet.
    failureText: (error) => (asksForCode(error) && !isCodeAsked ? '' : failureText(mode, error)),
  })
  return { ...form, isBusy: form.isBusy || isLeaving, isCodeAsked, leave }
}
