import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import type { DomainMailChange } from '../../contract.ts'

export type DomainMailDialogProps = {
  /** Of the domain. */
  id: string
  name: string
  opened: boolean
  onClose: () => void
}

/** Shows what setting mail up changes in the zone of a domain, and does it. */
export function DomainMailDialog({ id, name, opened, onClose }: DomainMailDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const preview = useMutation(trpc.email.domainMail.setUp.mutationOptions({ meta: { failure: false } }))
  const ask = useEffectEvent(() => preview.mutate({ id, apply: false }))
  useEffect(() => ask(), [])
  const apply = useMutation(
    trpc.email.domainMail.setUp.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () => {
        showToast({ title: 'Mail is set up', description: `Mail for ${name} is led here.` })
        onClose()
      },
      // The zone changed since it was shown.
      onError: () => ask(),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.email.pathFilter()),
          queryClient.invalidateQueries(trpc.domains.pathFilter()),
        ]),
    }),
  )
  const plan = preview.data
  const isDone = plan !== undefined && plan.added.length + plan.removed.length === 0
  const title = `Set up mail for ${name}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <div className="email-plan">
        {preview.isPending && <SkeletonRows text="Looking at the records..." rows={4} />}
        {preview.error && (
          <p className="email-notice" role="alert">
            {failureSentence(preview.error)}
          </p>
        )}
        {plan && <Plan plan={plan} isDone={isDone} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {plan && !isDone && (
            <Button
              loading={apply.isPending}
              onClick={() => apply.mutate({ id, apply: true, serial: plan.serial })}
            >
              Publish these records
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  )
}

function Plan({ plan, isDone }: { plan: DomainMailChange; isDone: boolean }) {
  const { added, removed, kept, effects } = plan
  const lines = [
    ...removed.map((record) => ({ sign: '−', word: 'Removed:', record })),
    ...added.map((record) => ({ sign: '+', word: 'Added:', record })),
  ]
  return (
    <>
      <p className="email-text">
        {isDone ? (
          'The zone has all records of mail already.'
        ) : (
          <strong>
            Adds {added.length}, removes {removed.length}, leaves {countText(kept, 'record')} as before.
          </strong>
        )}
      </p>
      <ul className="email-lines">
        {lines.map(({ sign, word, record }) => (
          <li key={`${sign} ${record.type} ${record.name} ${record.value}`} data-sign={sign}>
            <span aria-hidden="true">{sign}</span>
            <span>
              <span className="visually-hidden">{word} </span>
              {record.type} {record.name} <span className="quiet">{record.ttl} s</span> {record.priority}{' '}
              <span className="mono">{record.value}</span>
            </span>
          </li>
        ))}
      </ul>
      {effects.length > 0 && (
        <ul className="email-effects">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </>
  )
}
