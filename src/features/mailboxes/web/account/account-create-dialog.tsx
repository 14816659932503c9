import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { type AccountType, accountTypes } from '../../contract/rules.ts'
import { typeNames } from '../../contract/texts.ts'
import { createAccountInput, type OfferedDomain } from '../../contract.ts'
import type { Secret } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

type Values = { local: string; domain: string; type: AccountType }

type AccountCreateDialogProps = {
  opened: boolean
  onClose: () => void
  showSecret: (secret: Secret) => void
}

const typeTexts: Record<AccountType, string> = {
  mailbox: 'Keeps messages, which are read here or by a mail program.',
  forwarding: 'Passes everything on to up to ten other addresses.',
  alias: 'Another name of an address that you have.',
}

const typeOptions = accountTypes.map((value) => ({ value, label: typeNames[value] }))

/** Creates an email account and opens it; the password of a mailbox is shown next. */
export function AccountCreateDialog(props: AccountCreateDialogProps) {
  const trpc = useTRPC()
  const { data: domains } = useQuery(trpc.email.domains.queryOptions())
  // The form begins with the first domain, so it waits for them.
  return domains ? <CreateForm {...props} domains={domains} /> : null
}

function CreateForm({
  opened,
  onClose,
  showSecret,
  domains,
}: AccountCreateDialogProps & { domains: OfferedDomain[] }) {
  const form = useContractForm<Values>(createAccountInput, {
    local: '',
    domain: domains[0]?.name ?? '',
    type: 'mailbox',
  })
  const { create } = useAccountChanges()
  const navigate = useNavigate()
  const local = form.useWatchValue('local').trim()
  const domain = form.useWatchValue('domain')
  const chosen = domains.find(({ name }) => name === domain)
  const send = async (values: Values) => {
    const { id, email, oneTimePassword } = await create.mutateAsync(values)
    await navigate({ to: '/email', search: { account: id }, resetScroll: false })
    if (oneTimePassword !== null) showSecret({ email, password: oneTimePassword })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create Email"
      form={form}
      onSubmit={send}
      submitLabel="Create Email"
      disabledReason={local === '' || !chosen ? 'Enter the part before the @ first.' : undefined}
    >
      <div className="email-name-fields">
        <TextInput
          label="Name"
          placeholder="hello"
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('local')}
          {...form.getInputProps('local')}
        />
        <NativeSelect
          label="Domain"
          data={domains.map(({ name }) => ({ value: name, label: `@${showName(name)}` }))}
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
      </div>
      <p className="email-preview" role="status">
        {`${local.toLowerCase() || 'name'}@${showName(chosen?.name ?? '')}`}
      </p>
      <DomainNote domain={chosen} />
      <Radio.Group label="Type" key={form.key('type')} {...form.getInputProps('type')}>
        <Stack gap="xs" mt={4}>
          {typeOptions.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} description={typeTexts[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

/** What an address under this domain can and cannot do. */
function DomainNote({ domain }: { domain: OfferedDomain | undefined }) {
  if (!domain) return null
  if (domain.isExample)
    return (
      <p className="email-notice">
        <strong>{domain.name} is an example.</strong> An address there can be tried out, and receives nothing.
        For one that does, <Link to="/domains">register or connect a domain</Link> first.
      </p>
    )
  if (!domain.isMailOn)
    return (
      <p className="email-notice">
        Mail is not set up for {showName(domain.name)} yet: other servers do not know where to deliver it. The
        Security tab of the account sets it up.
      </p>
    )
  return null
}
