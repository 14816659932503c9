import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Service } from '../../../contract/contract.ts'
import type { ServerControl } from './server-control.ts'

const DomainDialog = lazyPart(() => import('./server-domain-dialog.tsx'), 'ServerDomainDialog')

type DomainProps = { service: Service; control: ServerControl }

/** The reason why the domain cannot be changed now; undefined when it can. */
function refusalOf({ status }: Service): string | undefined {
  if (status === 'pending') return 'This service is not active yet.'
  return status === 'suspended' ? 'This service is suspended.' : undefined
}

const list = new Intl.ListFormat('en-IN')

function textOf(names: string[]): string {
  if (names.length === 0) return 'The site has no domain yet.'
  return `The site is available at ${list.format(names.flatMap((name) => [showName(name), `www.${showName(name)}`]))}.`
}

/** The displayed domain of the site first, then other domains that point to it. */
function useNames({ id, domain }: Service): string[] {
  const domains = useQuery(useTRPC().domains.list.queryOptions()).data ?? []
  const others = domains.filter(({ serviceId, challenge }) => serviceId === id && challenge === null)
  return [...new Set([...(domain ? [domain] : []), ...others.map(({ name }) => name)])]
}

/** The domain of the site: set, change, or remove with a confirmation. */
export function ServerDomain({ service, control: { setDomain } }: DomainProps) {
  const { id, domain } = service
  const naming = useDialog<true>()
  const removing = useDialog<string>()
  const names = useNames(service)
  const refusal = refusalOf(service)
  const confirmRemove = (name: string) => ({
    title: `Remove ${name}?`,
    confirmLabel: 'Remove',
    onConfirm: () => setDomain.mutateAsync({ id, domain: null }),
    children: `${name} and www.${name} stop showing this site immediately, and another service can use the name. Your files do not change.`,
  })
  return (
    <SettingRow title="Domain" text={refusal ?? textOf(names)}>
      <span className="setting-buttons">
        <button
          type="button"
          className="button"
          disabled={refusal !== undefined}
          onClick={() => naming.open(true)}
        >
          {domain ? 'Change domain…' : 'Set domain…'}
        </button>
        {domain && (
          <button
            type="button"
            className="button"
            disabled={refusal !== undefined}
            onClick={() => removing.open(domain)}
          >
            Remove domain…
          </button>
        )}
      </span>
      {naming.subject && (
        <DomainDialog
          key={naming.key}
          service={service}
          setDomain={setDomain}
          opened={naming.isOpen}
          onClose={naming.close}
        />
      )}
      <Confirming dialog={removing} ask={confirmRemove} />
    </SettingRow>
  )
}
