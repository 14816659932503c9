import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { createAccountInput, type OfferedDomain } from '../../contract/contract.ts'
import { type AccountType, accountTypes } from '../../contract/rules.ts'
import { typeNames } from '../../contract/type-names.ts'
import { isFreeOfMail, MailChoice } from '../domain/mail-choice.tsx'
import { useMailPlan, useMailSetUp } from '../domain/use-mail-plan.ts'
import type { Secret } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

type Values = { local: string; domain: string; type: AccountType }

type AccountCreateDialogProps = {
  opened: boolean
  onClose: () => void
  /** The domains for the address. */
  domains: OfferedDomain[]
  showSecret: (secret: Secret) => void
}

const typeTexts: Record<AccountType, string> = {
  mailbox: 'A mailbox you can read here or in any mail app.',
  forwarding: 'Forwards to up to 10 addresses.',
  alias: 'Another address for an existing mailbox.',
}

const typeOptions = accountTypes.map((value) => ({ value, label: typeNames[value] }))

/** Creates an email account, and sets up mail for its domain unless that is done; the password of a mailbox is shown next. */
export function AccountCreateDialog({ opened, onClose, domains, showSecret }: AccountCreateDialogProps) {
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
  const name = showName(chosen?.name ?? '')
  const { plan, error, isChecking } = useMailPlan(chosen && !chosen.isMailOn ? chosen.id : null)
  const [choice, setChoice] = useState<boolean>()
  const isSettingUp = choice ?? (plan !== undefined && isFreeOfMail(plan))
  const setUp = useMailSetUp(name)
  const send = async (values: Values) => {
    const { id, email, type, oneTimePassword } = await create.mutateAsync(values)
    // A toast reports a failure, and the account page offers a retry.
    if (chosen?.id && !chosen.isMailOn && plan && isSettingUp)
      await setUp.mutateAsync({ id: chosen.id, apply: true, serial: plan.serial }).catch(() => {})
    await navigate({ to: '.', search: { account: id }, resetScroll: false })
    if (oneTimePassword !== null)
      showSecret({ email, password: oneTimePassword, ...(type === 'mailbox' ? { newInboxId: id } : {}) })
  }
  const missing = local === '' || !chosen ? 'Enter the part before the @ first.' : undefined
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create Email"
      form={form}
      onSubmit={send}
      submitLabel="Create Email"
      disabledReason={missing ?? (isChecking ? 'Checking DNS records...' : undefined)}
    >
      <div className="email-name-fields" data-single={domains.length === 1 || undefined}>
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
        {domains.length > 1 && (
          <NativeSelect
            label="Domain"
            data={domains.map((each) => ({ value: each.name, label: `@${showName(each.name)}` }))}
            key={form.key('domain')}
            {...form.getInputProps('domain')}
          />
        )}
      </div>
      <p className="email-preview" role="status">
        {`${local.toLowerCase() || 'name'}@${name}`}
      </p>
      {chosen?.isExample && (
        <p className="email-notice">
          <strong>{chosen.name} is an example.</strong> You can try out an address there, but it receives no
          mail. To receive mail, <Link to="/domains">register or connect a domain</Link> first.
        </p>
      )}
      {chosen?.id && !chosen.isMailOn && (
        <MailChoice name={name} plan={plan} error={error} isOn={isSettingUp} onChange={setChoice} />
      )}
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
