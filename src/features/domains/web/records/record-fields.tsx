import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { apex, type RecordType, recordTypes, usualTtl } from '#features/zones/contract/record-types.ts'
import { showName } from '#shared/names/show-name.ts'
import { Advanced } from '#web/ui/forms/advanced.tsx'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'
import { caaFlags, caaTags, type RecordValues } from './record-form.ts'

type FieldsProps = { form: ContractForm<RecordValues>; type: RecordType; zone: string }

const typeNames: Record<RecordType, string> = {
  A: 'A: IPv4 address',
  AAAA: 'AAAA: IPv6 address',
  CNAME: 'CNAME: alias',
  MX: 'MX: mail server',
  TXT: 'TXT: text',
  NS: 'NS: delegate a subdomain',
  SRV: 'SRV: service location',
  CAA: 'CAA: who may issue certificates',
}

const typeOptions = recordTypes.map((value) => ({ value, label: typeNames[value] }))

const valueFields: Record<RecordType, { label: string; placeholder: string }> = {
  A: { label: 'IPv4 address', placeholder: '192.0.2.1' },
  AAAA: { label: 'IPv6 address', placeholder: '2001:db8::1' },
  CNAME: { label: 'Alias for', placeholder: 'www.example.net' },
  MX: { label: 'Mail server', placeholder: 'mail.example.com' },
  TXT: { label: 'Text', placeholder: 'v=spf1 -all' },
  NS: { label: 'Nameserver', placeholder: 'ns1.example.net' },
  SRV: { label: 'Server', placeholder: 'sip.example.com' },
  CAA: { label: 'Value', placeholder: 'letsencrypt.org' },
}

const namePlaceholders: Partial<Record<RecordType, string>> = { SRV: '_sip._tcp', MX: apex, CAA: apex }

const asOptions = (choices: readonly (readonly [string, string])[]) =>
  choices.map(([value, label]) => ({ value, label }))

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** The fields of one record type. */
export function RecordFields({ form, type, zone }: FieldsProps) {
  const field = (name: keyof RecordValues) => ({ key: form.key(name), ...form.getInputProps(name) })
  const { key: typeKey, ...typeProps } = field('type')
  const { key: nameKey, ...nameProps } = field('name')
  const { key: ttlKey, ...ttlProps } = field('ttl')
  // An unusual value is shown without opening the section.
  const [isTtlOpen] = useState(() => form.getValues().ttl !== String(usualTtl))
  return (
    <>
      <NativeSelect label="Type" data={typeOptions} key={typeKey} {...typeProps} />
      <TextInput
        label="Name"
        description={`Use ${apex} for ${showName(zone)} itself.`}
        placeholder={namePlaceholders[type] ?? 'www'}
        data-autofocus
        {...plain}
        key={nameKey}
        {...nameProps}
      />
      {type === 'SRV' && <ServiceFields form={form} />}
      {type === 'CAA' && <AuthorityFields form={form} />}
      <ValueField form={form} type={type} />
      {type === 'MX' && <PriorityField form={form} usual="10" />}
      <Advanced about="TTL" isOpen={isTtlOpen}>
        <TextInput
          label="TTL in seconds"
          description="How long resolvers cache it, in seconds (3600 = 1 hour)."
          inputMode="numeric"
          {...plain}
          key={ttlKey}
          {...ttlProps}
        />
      </Advanced>
    </>
  )
}

type PartProps = Pick<FieldsProps, 'form'>

function ValueField({ form, type }: PartProps & { type: RecordType }) {
  const props = { ...valueFields[type], required: true, ...plain, ...form.getInputProps('value') }
  const key = form.key('value')
  return type === 'TXT' ? (
    <Textarea
      description={'Put several strings in quotes: "one" "two".'}
      autosize
      minRows={2}
      maxRows={8}
      key={`text ${key}`}
      {...props}
    />
  ) : (
    <TextInput key={key} {...props} />
  )
}

const PriorityField = ({ form, usual }: PartProps & { usual: string }) => (
  <TextInput
    label="Priority"
    description="The lowest is tried first."
    placeholder={usual}
    inputMode="numeric"
    {...plain}
    key={form.key('priority')}
    {...form.getInputProps('priority')}
  />
)

const ServiceFields = ({ form }: PartProps) => (
  <>
    <PriorityField form={form} usual="0" />
    <div className="domain-pair">
      <TextInput
        label="Weight"
        inputMode="numeric"
        {...plain}
        key={form.key('weight')}
        {...form.getInputProps('weight')}
      />
      <TextInput
        label="Port"
        placeholder="5060"
        inputMode="numeric"
        {...plain}
        key={form.key('port')}
        {...form.getInputProps('port')}
      />
    </div>
  </>
)

const AuthorityFields = ({ form }: PartProps) => (
  <div className="domain-pair">
    <NativeSelect
      label="Tag"
      data={asOptions(caaTags)}
      key={form.key('tag')}
      {...form.getInputProps('tag')}
    />
    <NativeSelect
      label="Flags"
      data={asOptions(caaFlags)}
      key={form.key('flags')}
      {...form.getInputProps('flags')}
    />
  </div>
)
