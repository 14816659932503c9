import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '#web/hydrated.ts'
import { type Problem, usePlainForm, type Values } from '#web/lib/calls/plain-form.ts'
import { given } from '#web/lib/search-values.ts'
import { AreaField, Field, FormAlert, SelectField, SubmitButton } from '#web/public/field.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { useViewer, type Viewer } from '#web/viewer.ts'
import { topicNames, topics } from '../contract/topics.ts'
import { OrderField } from './order-field.tsx'

const failureTitle = 'Message Not Sent'

const sentences: Record<string, string> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  email: 'Enter your email address.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
}

/** Known data of a signed-in user. */
const pick = ({ firstName, lastName, email }: Viewer) => ({ firstName, lastName, email })

/** An error for each empty field; all five are required. */
function checkContact(values: Values): Problem | null {
  const missing = Object.entries(sentences).filter(([name]) => !values[name]?.trim())
  return missing.length > 0 ? { fields: Object.fromEntries(missing) } : null
}

type ContactFormProps = {
  /** The order from the page's URL. */
  orderId?: string | undefined
  onSent: (reference: string) => void
}

/** The message form: posts to /contact without a script, and calls the API with one. */
export function ContactForm({ orderId, onSent }: ContactFormProps) {
  const trpc = useTRPC()
  const [refused] = useRefusedForm()
  const contact = useMutation(
    trpc.support.contact.mutationOptions({ meta: { failure: false, anonymous: true } }),
  )
  const { form, errors, isBusy, input, submit } = usePlainForm({
    failureTitle,
    refused,
    check: checkContact,
    send: async ({ firstName = '', lastName = '', email = '', subject = '', message = '', ...about }) => {
      const topic = topicNames.find((each) => each === about.topic)
      const written = { firstName, lastName, email, subject, message }
      const chosen = given({ topic, orderId: about.orderId || undefined })
      const { reference } = await contact.mutateAsync({ ...written, ...chosen })
      onSent(reference)
    },
  })
  const viewer = useViewer()
  const known = new Map(viewer && Object.entries(pick(viewer)))
  const startOf = (name: string) => refused?.values[name] ?? known.get(name) ?? undefined
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: startOf(name),
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
      <div className="field-pair">
        <SelectField label="Topic (optional)" name="topic" defaultValue={startOf('topic')}>
          <option value="">Choose a topic</option>
          {topicNames.map((name) => (
            <option key={name} value={name}>
              {topics[name]}
            </option>
          ))}
        </SelectField>
        {viewer && <OrderField chosen={startOf('orderId') ?? orderId} />}
      </div>
      <Field label="Subject" {...field('subject')} maxLength={200} />
      <AreaField label="Message" {...field('message')} rows={6} maxLength={5_000} />
      <SubmitButton isBusy={isBusy}>Send Message</SubmitButton>
      <p className="contact-promise">We typically respond within 24 hours on business days.</p>
    </form>
  )
}
