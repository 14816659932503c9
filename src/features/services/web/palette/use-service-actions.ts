import { useQuery } from '@tanstack/react-query'
import { serviceLabel, siteName } from '#shared/names/site-name.ts'
import type { Choice, PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { drawIcon, ExternalIcon, RefreshIcon } from '#web/ui/icons.tsx'
import type { Service } from '../../contract/contract.ts'
import { powerRefusal } from '../../contract/power.ts'
import { type ServerControl, useServerControl } from '../server/control/server-control.ts'

const PlayIcon = drawIcon('M7 4.5v15l12-7.5z')
const StopIcon = drawIcon('M5.5 5.5h13v13h-13z')

/** Actions that the service's status allows. */
function actionsOf(service: Service, among: readonly Service[], control: ServerControl): Choice[] {
  const { id, url, status, plan } = service
  const name = siteName(service, among)
  const shared = { detail: plan.name }
  const choices: (Choice & { isPossible: boolean })[] = [
    {
      ...shared,
      id: `open:${id}`,
      label: `Open ${name}`,
      words: 'site visit browser',
      Icon: ExternalIcon,
      run: () => void window.open(url ?? '', '_blank', 'noreferrer'),
      isPossible: url !== null && status === 'active',
    },
    {
      ...shared,
      id: `restart:${id}`,
      label: `Restart ${name}`,
      words: 'server reboot',
      Icon: RefreshIcon,
      run: () => void control.restart.mutate({ id }),
      isPossible: !powerRefusal('restart', status),
    },
    {
      ...shared,
      id: `start:${id}`,
      label: `Start ${name}`,
      words: 'server',
      Icon: PlayIcon,
      run: () => void control.start.mutate({ id }),
      isPossible: !powerRefusal('start', status),
    },
    {
      ...shared,
      id: `stop:${id}`,
      label: `Stop ${name}…`,
      words: 'server',
      Icon: StopIcon,
      ask: {
        title: `Stop ${serviceLabel(service, among)}?`,
        children: 'Your site is offline until you start it again.',
        confirmLabel: 'Stop',
        onConfirm: () => control.stop.mutateAsync({ id }),
      },
      isPossible: !powerRefusal('stop', status),
    },
  ]
  return choices.flatMap(({ isPossible, ...choice }) => (isPossible ? [choice] : []))
}

/** Palette actions for each service, without opening its page. */
export function useServiceActions(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.servers.list.queryOptions())
  const control = useServerControl()
  return { choices: (query.data ?? []).flatMap((each, _, all) => actionsOf(each, all, control)), query }
}
