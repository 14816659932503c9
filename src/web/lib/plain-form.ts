import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { RefusedForm } from '#web/refused-form.ts'
import { showToast } from '#web/ui/toast.ts'
import { fieldErrors, serverMessage } from './api-error.ts'

export type Values = Record<string, string>

const isText = (control: Element): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement

/** The named fields of a form as text. */
export const readForm = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      isText(control) && control.name ? [[control.name, control.value]] : [],
    ),
  )

type PlainFormOptions = {
  failureTitle: string
  /** The refusal the page came with. */
  refused: RefusedForm | undefined
  /** What the form itself can tell is wrong, by field. */
  check?: (values: Values) => Values
  send: (values: Values) => Promise<void>
}

/** Puts the focus on the first field that was refused, each time fields are. */
export function useFocusOnErrors(errors: Values) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}

/** A form that also posts by itself: checks, sends, and shows what was refused under its fields and as a toast. */
export function usePlainForm({ failureTitle, refused, check, send }: PlainFormOptions) {
  const [errors, setErrors] = useState<Values>(refused?.fields ?? {})
  const [isBusy, setBusy] = useState(false)
  const form = useFocusOnErrors(errors)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = readForm(event.currentTarget)
    const found = check?.(values) ?? {}
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      setErrors(fieldErrors(error))
      const description = serverMessage(error) ?? 'Something went wrong. Please try again.'
      showToast({ title: failureTitle, description, variant: 'destructive' })
    }
    setBusy(false)
  }
  return { form, errors, isBusy, submit }
}
