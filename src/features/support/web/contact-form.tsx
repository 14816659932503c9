import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '#web/hydrated.ts'
import { type Problem, usePlainForm, type Values } from '#web/lib/calls/plain-form.ts'
import { AreaField, Field, FormAlert, SubmitButton } from '#web/public/field.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'

const failureTitle = 'Message Not Sent'

const sentences: Record<string, string> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  email: 'Enter your email address.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
}

/** A sentence for each field that is empty; all five are required. */
function checkContact(values: Values): Problem | null {
  const missing = Object.entries(sentences).filter(([name]) => !values[name]?.trim())
  return missing.length > 0 ? { fields: Object.fromEntries(missing) } : null
}

/** The message form: posts to /contact as it is, and does better once the script is there. */
export function ContactForm({ onSent }: { onSent: (reference: string) => void }) {
  const trpc = useTRPC()
  const [refused] = useRefusedForm()
  const contact = useMutation(
    trpc.support.contact.mutationOptions({ meta: { failure: false, anonymous: true } }),
  )
  const { form, errors, isBusy, input, submit } = usePlainForm({
    failureTitle,
    refused,
    check: checkContact,
    send: async ({ firstName = '', lastName = '', email = '', subject = '', message = '' }) => {
      const { reference } = await contact.mutateAsync({ firstName, lastName, email, subject, message })
      onSent(reference)
    },
  })
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: refused?.values[name],
    error: errors[name],
  })
  return (
    <form
      className="contact-form"
      method="post"
      action="/contact"
      ref={form}
      noValidate={useHydrated()}
      onInput={input}
      onSubmit={submit}
    >
      <h2>Send us a message</h2>
      {refused && <FormAlert title={failureTitle} text={refused.message} />}
      <div className="field-pair">
        <Field label="First name" {...field('firstName')} autoComplete="given-name" maxLength={80} />
        <Field label="Last name" {...field('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
      <Field label="Email" {...field('email')} type="email" autoComplete="email" maxLength={254} />
      <Field label="Subject" {...field('subject')} maxLength={200} />
      <AreaField label="Message" {...field('message')} rows={6} maxLength={5_000} />
      <SubmitButton isBusy={isBusy}>Send Message</SubmitButton>
      <p className="contact-promise">
        All fields are required. A response typically comes within 24 hours on business days.
      </p>
    </form>
  )
}
