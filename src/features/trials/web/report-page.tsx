import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useHydrated } from '#web/hydrated.ts'
import { type Problem, usePlainForm, type Values } from '#web/lib/calls/plain-form.ts'
import { AreaField, Field, FormAlert, SubmitButton } from '#web/public/field.tsx'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { useTRPC } from '#web/trpc.ts'

const route = getRouteApi('/public/report-site/$name')

const failureTitle = 'Report Not Sent'

const sentences: Record<string, string> = {
  email: 'Enter your email address.',
  message: 'Describe what is wrong with this site.',
}

function checkReport(values: Values): Problem | null {
  const missing = Object.entries(sentences).filter(([name]) => !values[name]?.trim())
  return missing.length > 0 ? { fields: Object.fromEntries(missing) } : null
}

/** The public page to report a temporary site. */
export function ReportPage() {
  const { name } = route.useParams()
  const { sent } = route.useSearch()
  const [reference, setReference] = useState(sent)
  return (
    <PublicFrame>
      <div className="trial-report">
        <h1>Report a temporary site</h1>
        <p>
          Anyone can put a site online here for a day without an account. If a site deceives, harms or
          infringes, tell us. A person reviews every report and takes such sites down.
        </p>
        <p className="trial-quiet">
          Site: <code>{name}</code>
        </p>
        {reference ? (
          <p role="status">
            Thank you. Your reference is <strong>{reference}</strong>. A confirmation is on its way to your
            inbox.
          </p>
        ) : (
          <ReportForm name={name} onSent={setReference} />
        )}
      </div>
    </PublicFrame>
  )
}

/** The form: posts without a script, and is enhanced by one. */
function ReportForm({ name, onSent }: { name: string; onSent: (reference: string) => void }) {
  const trpc = useTRPC()
  const [refused] = useRefusedForm()
  const report = useMutation(
    trpc.trials.report.mutationOptions({ meta: { failure: false, anonymous: true } }),
  )
  const { form, errors, isBusy, submit } = usePlainForm({
    failureTitle,
    refused,
    check: checkReport,
    send: async ({ email = '', message = '' }) => {
      const { reference } = await report.mutateAsync({ name, email, message })
      onSent(reference)
    },
  })
  const field = (field: string) => ({
    name: field,
    required: true,
    defaultValue: refused?.values[field],
    error: errors[field],
  })
  return (
    <form
      className="trial-report-form"
      method="post"
      action={`/report-site/${name}`}
      ref={form}
      noValidate={useHydrated()}
      onSubmit={submit}
    >
      {refused && <FormAlert title={failureTitle} text={refused.message} />}
      <Field label="Email" {...field('email')} type="email" autoComplete="email" maxLength={254} />
      <AreaField label="What is wrong with it?" {...field('message')} rows={6} maxLength={5_000} />
      <SubmitButton isBusy={isBusy}>Send Report</SubmitButton>
    </form>
  )
}
