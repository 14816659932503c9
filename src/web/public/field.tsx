import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useHydrated } from '../hydrated.ts'

type Described = { label: string; hint?: string | undefined; error?: string | undefined }
type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Labelled({
  label,
  hint,
  error,
  children,
}: Described & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const note = `${id}-note`
  const text = error ?? hint
  const described = {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': text ? note : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(described)}
      {text && (
        <p id={note} className={error ? 'field-error' : 'field-hint'}>
          {text}
        </p>
      )}
    </div>
  )
}

/** A text input under its label, with its error below. Uncontrolled, so text typed before hydration stays. */
export function Field({ label, hint, error, ...input }: Described & ComponentProps<'input'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <input className="control" data-wide="" {...input} {...described} />}
    </Labelled>
  )
}

export function AreaField({ label, hint, error, ...area }: Described & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <textarea className="control" data-wide="" {...area} {...described} />}
    </Labelled>
  )
}

/** One of a few choices, as a native select. */
export function SelectField({ label, hint, error, ...select }: Described & ComponentProps<'select'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <select className="control" data-wide="" {...select} {...described} />}
    </Labelled>
  )
}

/** A password input with a show button, once hydrated. */
export function PasswordField({ label, hint, error, ...input }: Described & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  const hydrated = useHydrated()
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => (
        <div className="field-password">
          <input
            className="control"
            data-wide=""
            {...input}
            {...described}
            type={isShown ? 'text' : 'password'}
          />
          {hydrated && (
            <button
              type="button"
              className="field-reveal"
              aria-label={`Show ${label.toLowerCase()}`}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          )}
        </div>
      )}
    </Labelled>
  )
}

/** A form's submit button; keeps its label while the form is being sent. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  return (
    <button type="submit" className="button field-submit" data-primary="" aria-disabled={isBusy || undefined}>
      {isBusy && <span className="field-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

type FormAlertProps = {
  /** Only for a form posted without a script; otherwise a toast shows it, and announces it. */
  title?: string | undefined
  text: string
  /** A link below a form. */
  children?: ReactNode
}

/** A form's error message. */
export function FormAlert({ title, text, children }: FormAlertProps) {
  return (
    <div className="field-alert" role={title ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      {children && <p>{children}</p>}
    </div>
  )
}
