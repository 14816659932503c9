import { type FormEvent, useRef, useState } from 'react'
import { readNext, redirectAfterSignUpMs, texts } from '#features/auth/contract/texts.ts'
import { fieldErrors } from '#web/lib/api-error.ts'
import { readForm, useFocusOnErrors, type Values } from '#web/lib/plain-form.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { checkForm, failureText, failureTitle, type Problem } from './auth-rules.ts'

type AuthFormOptions = {
  mode: AuthMode
  next: string | undefined
  /** Field errors the page came with. */
  fields: Values
  /** Called once signed in, before the browser leaves. */
  onDone: (() => void) | undefined
}

const meta = { failure: false, anonymous: true } as const

const leave = (next: string | undefined) => window.location.assign(readNext(next) ?? '/')

/** Sends the form; each refusal is thrown. */
function useSend() {
  const login = trpc.auth.login.useMutation({ meta })
  const register = trpc.auth.register.useMutation({ meta })
  return async (mode: AuthMode, values: Values) => {
    const { emailOrMobile = '', email = '', mobile = '', password = '', firstName, lastName } = values
    if (mode === 'login') return login.mutateAsync({ emailOrMobile, password })
    return register.mutateAsync({ email, mobile, password, firstName, lastName })
  }
}

/** The form of sign-in or sign-up with its checks, its toasts and its way out. */
export function useAuthForm({ mode, next, fields: initial, onDone }: AuthFormOptions) {
  const confirm = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const send = useSend()
  const form = useFocusOnErrors(fields)

  const refuse = ({ message, fields }: Problem) => {
    if (message) showToast({ title: failureTitle[mode], description: message, variant: 'destructive' })
    setFields(fields)
  }
  const finish = () => {
    if (mode === 'login') leave(next)
    else {
      showToast({ title: texts.accountCreated, description: texts.accountCreatedText })
      setTimeout(() => leave(next), redirectAfterSignUpMs)
    }
    onDone?.()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = readForm(event.currentTarget)
    const problem = checkForm(mode, values, confirm.current?.value ?? '')
    if (problem) return refuse(problem)
    setFields({})
    setBusy(true)
    try {
      await send(mode, values)
      finish()
    } catch (error) {
      refuse({ message: failureText(mode, error), fields: fieldErrors(error) })
    }
    setBusy(false)
  }
  return { form, confirm, fields, isBusy, submit }
}
