import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { RefusedForm } from '../../refused-form.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { fieldErrors, serverMessage } from './api-error.ts'

export type Values = Record<string, string>

/** A field with text in it, or a choice. */
const isText = (control: Element): control is HTMLInputElement => 'value' in control

/** The named fields of a form as text. */
const readForm = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      isText(control) && control.name ? [[control.name, control.value]] : [],
    ),
  )

/** What is wrong with a form: the text of its toast, none when its fields say everything. */
export type Problem = { message?: string; fields: Values }

type PlainFormOptions = {
  failureTitle: string
  /** The refusal with which the page was rendered. */
  refused: RefusedForm | undefined
  /** Client-side validation, before anything is sent. */
  check?: (values: Values) => Problem | null
  /** Nothing is sent for now. */
  isHeld?: boolean
  send: (values: Values) => Promise<void>
  /** The text of the toast after `send` failed. */
  failureText?: (error: unknown) => string
}

/** Moves the focus to the first refused field, each time there are some. */
function useFocusOnErrors(errors: Values) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}

/** What a form says about its refusal, of the server or of its own check, as far as it still applies. */
type Refused = { fields: Values; message: string | undefined; isServers: boolean }

const nothing: Refused = { fields: {}, message: undefined, isServers: false }

/** The refusal once `edited` has another value: without what its check no longer finds, and without what the server said of it. */
function afterEdit(before: Refused, edited: string, found: Values): Refused {
  const left = Object.entries(before.fields).filter(
    ([name]) => name in found || (before.isServers && name !== edited),
  )
  if (left.length === Object.keys(before.fields).length) return before
  return left.length === 0 ? nothing : { ...before, fields: Object.fromEntries(left) }
}

const sayFailure = (error: unknown): string =>
  serverMessage(error) ?? 'Something went wrong. Please try again.'

/** A form that also posts by itself: checks, sends, and shows what was refused under its fields, as `message` and as a toast. */
export function usePlainForm(options: PlainFormOptions) {
  const { failureTitle, refused, check, isHeld = false, send, failureText = sayFailure } = options
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
