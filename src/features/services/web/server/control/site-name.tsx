import { siteName } from '#shared/names/site-name.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { PencilIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useViewer } from '#web/viewer.ts'
import type { Service } from '../../../contract/contract.ts'
import type { ServerControl } from './server-control.ts'

const NameDialog = lazyPart(() => import('./site-name-dialog.tsx'), 'SiteNameDialog')

type NameProps = { service: Service; control: ServerControl }

function useNaming({ service, control: { setName } }: NameProps) {
  const naming = useDialog<true>()
  const dialog = naming.subject && (
    <NameDialog
      key={naming.key}
      service={service}
      setName={setName}
      opened={naming.isOpen}
      onClose={naming.close}
    />
  )
  return { open: () => naming.open(true), dialog }
}

/** The title of a site's page, which its owner can edit there. */
export function SiteTitle({ service, control }: NameProps) {
  const { open, dialog } = useNaming({ service, control })
  const isActing = useViewer()?.actingFor !== undefined
  return (
    <div className="site-title">
      <h1>{siteName(service)}</h1>
      {!isActing && (
        <button type="button" className="icon-button" aria-label="Rename site" onClick={open}>
          <PencilIcon size={16} />
        </button>
      )}
      {dialog}
    </div>
  )
}

/** The site name in the settings. */
export function SiteNameRow({ service, control }: NameProps) {
  const { open, dialog } = useNaming({ service, control })
  return (
    <SettingRow title="Name" text={service.name ?? `No name yet: shown as ${siteName(service)}.`}>
      <button type="button" className="button" onClick={open}>
        {service.name === null ? 'Name site…' : 'Rename…'}
      </button>
      {dialog}
    </SettingRow>
  )
}
