import { type SubmitEvent, useId } from 'react'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { connectSchema, useConnecting } from './use-connecting.ts'

/** Connects a name to one site, in one field. */
export function ConnectForm({ serviceId }: { serviceId: string }) {
  const id = useId()
  const form = useContractForm<{ name: string }>(connectSchema, { name: '' })
  const connect = useConnecting()
  const { error, ...field } = form.getInputProps('name')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!connect.isPending) void form.send(({ name }) => connect.mutateAsync({ name, serviceId }))
  }
  return (
    <form className="domain-connect" onSubmit={submit} noValidate>
      <div>
        <label htmlFor={id}>Domain name</label>
        <input
          id={id}
          className="control"
          data-wide=""
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          key={form.key('name')}
          {...field}
        />
        {error && (
          <p className="domain-refused" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      <button
        type="submit"
        className="button domain-connect-submit"
        data-primary=""
        aria-disabled={connect.isPending}
      >
        Connect
      </button>
    </form>
  )
}
