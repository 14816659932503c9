import { Button, Textarea } from '@mantine/core'
import type { ChangeEvent, RefObject } from 'react'
import {
  type ImportPlan,
  importInput,
  maxZoneBodyBytes,
} from '#features/zones/contract/zone-file/zone-file.ts'
import { showName } from '#shared/names/show-name.ts'
import { countText } from '#shared/text/count-text.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { ChangeLines } from './change-lines.tsx'
import { RecordEffects } from './record-effects.tsx'
import type { ZoneChanges } from './use-zone-changes.ts'

const schema = importInput.pick({ zoneFile: true })

type ImportDialogProps = {
  domain: Domain
  changes: ZoneChanges
  /** The pasted text, stored until it is applied. */
  draft: RefObject<string>
  opened: boolean
  onClose: () => void
}

const isPlanOf = (plan: ImportPlan | undefined): plan is ImportPlan => plan?.applied === false

/** Why the file cannot be applied. */
function obstacleOf(plan: ImportPlan | undefined): string | undefined {
  if (!plan) return 'Preview the changes first.'
  if (plan.refused.length > 0) return 'Fix the rejected lines first.'
  return plan.added.length + plan.removed.length === 0 ? 'This file changes nothing.' : undefined
}

/** Replaces the zone with a zone file, after a preview of the changes. */
export function ImportDialog({ domain, changes, draft, opened, onClose }: ImportDialogProps) {
  const { id, name } = domain
  const form = useContractForm(schema, { zoneFile: draft.current })
  const text = form.useWatchValue('zoneFile')
  const field = form.getInputProps('zoneFile')
  const keep = (zoneFile: string) => {
    draft.current = zoneFile
  }
  const { importFile } = changes
  const isOfThis = importFile.variables?.zoneFile === text
  const plan = isOfThis && isPlanOf(importFile.data) ? importFile.data : undefined
  const send = (apply: boolean) =>
    importFile.mutateAsync({
      id,
      zoneFile: form.getValues().zoneFile,
      apply,
      ...(apply && plan ? { serial: plan.serial } : {}),
    })
  const apply = async () => {
    await send(true)
    keep('')
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Import a zone file"
      form={form}
      onSubmit={apply}
      submitLabel="Apply"
      disabledReason={obstacleOf(plan)}
    >
      <p className="quiet">This replaces all records of {showName(name)} except NS and SOA.</p>
      <Textarea
        label="Zone file"
        placeholder={'www 3600 IN A 192.0.2.1\n@ 3600 IN MX 10 mail.example.com.'}
        data-autofocus
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        key={form.key('zoneFile')}
        {...field}
        onChange={(event) => {
          field.onChange(event)
          keep(event.currentTarget.value)
        }}
      />
      <div className="domain-import-actions">
        <FileChooser
          onText={(zoneFile) => {
            form.setFieldValue('zoneFile', zoneFile)
            keep(zoneFile)
          }}
        />
        <Button
          variant="default"
          disabled={text.trim() === ''}
          loading={importFile.isPending && importFile.variables?.apply === false}
          // Rejections appear below, and in a toast.
          onClick={() => void send(false).catch(() => {})}
        >
          Preview changes
        </Button>
      </div>
      <div role="status">
        {isOfThis && importFile.error && (
          <p className="domain-refused">{failureSentence(importFile.error)}</p>
        )}
        {plan && <Plan plan={plan} zone={name} />}
      </div>
    </FormDialog>
  )
}

function FileChooser({ onText }: { onText: (text: string) => void }) {
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (!file) return
    if (file.size <= maxZoneBodyBytes) onText(await file.text())
    else
      showToast({
        title: texts.error,
        description: `${file.name} is too large for a zone file.`,
        variant: 'destructive',
      })
  }
  return (
    <label className="button domain-file">
      Choose a file…
      <input type="file" className="visually-hidden" onChange={(event) => void choose(event)} />
    </label>
  )
}

function Plan({ plan, zone }: { plan: ImportPlan; zone: string }) {
  const { added, removed, kept, refused, effects } = plan
  return (
    <div className="domain-plan">
      <p>
        <strong>
          Adds {added.length}, removes {removed.length}, keeps {countText(kept, 'record')}.
        </strong>
      </p>
      {refused.length > 0 && (
        <ul className="domain-refused">
          {refused.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
      <ChangeLines zone={zone} removed={removed} added={added} isWhole />
      {effects.length > 0 && <RecordEffects preview={{ effects, refusal: undefined }} />}
    </div>
  )
}
