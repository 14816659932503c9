import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { RefusedForm } from '../../refused-form.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { fieldErrors, serverMessage } from './api-error.ts'

export type Values = Record<string, string>

/** A text field or a choice. */
const isText = (control: Element): control is HTMLInputElement => 'value' in control

/** The form's named fields as text. */
const readForm = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      isText(control) && control.name ? [[control.name, control.value]] : [],
    ),
  )

/** A form's problem: the toast's text, none when the field errors say everything. */
export type Problem = { message?: string; fields: Values }

type PlainFormOptions = {
  failureTitle: string
  /** The refusal that the page was rendered with. */
  refused: RefusedForm | undefined
  /** Client-side validation, before anything is sent. */
  check?: (values: Values) => Problem | null
  /** Blocks submitting for now. */
  isHeld?: boolean
  send: (values: Values) => Promise<void>
  /** The toast's text after `send` failed. */
  failureText?: (error: unknown) => string
}

/** Moves the focus to the first invalid field whenever errors appear. */
function useFocusOnErrors(errors: Values) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}

/** A form's current errors, from the server or its own check. */
type Refused = { fields: Values; message: string | undefined; isServers: boolean }

const nothing: Refused = { fields: {}, message: undefined, isServers: false }

/**
 * The errors after an edit of the field `edited`: drops those that its check no longer finds, and the server's about this field.
 */
function afterEdit(before: Refused, edited: string, found: Values): Refused {
  const left = Object.entries(before.fields).filter(
    ([name]) => name in found || (before.isServers && name !== edited),
  )
  if (left.length === Object.keys(before.fields).length) return before
  return left.length === 0 ? nothing : { ...before, fields: Object.fromEntries(left) }
}

const failureMessage = (error: unknown): string =>
  serverMessage(error) ?? 'Something went wrong. Please try again.'

/** A form that also works without a script: validates, sends, and shows errors under its fields, as `message` and as a toast. */
export function usePlainForm(options: PlainFormOptions) {
  const { failureTitle, refused, check, isHeld = false, send, failureText = failureMessage } = options
  const [refusal, setRefusal] = useState<Refused>({
    fields: refused?.fields ?? {},
    message: refused?.message,
    isServers: true,
  })
  const [left, setLeft] = useState(refusal)
  const [isBusy, setBusy] = useState(false)
  const form = useFocusOnErrors(refusal.fields)
  const show = (next: Refused) => {
    setRefusal(next)
    setLeft(next)
  }
  const refuse = ({ message, fields }: Problem, isServers: boolean) => {
    if (message) showToast({ title: failureTitle, description: message, variant: 'destructive' })
    show({ fields, message, isServers })
  }
  const input = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!isText(target as Element)) return
    const found = check?.(readForm(currentTarget))?.fields ?? {}
    setLeft((before) => afterEdit(before, (target as HTMLInputElement).name, found))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || isHeld) return
    const values = readForm(event.currentTarget)
    const problem = check?.(values)
    if (problem) return refuse(problem, false)
    show(nothing)
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      refuse({ message: failureText(error), fields: fieldErrors(error) }, true)
    }
    setBusy(false)
  }
  return { form, errors: left.fields, message: left.message, isBusy, input, submit }
}
