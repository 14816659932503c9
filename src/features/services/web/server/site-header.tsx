import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { ArrowLeftIcon, ExternalIcon } from '#web/ui/icons.tsx'
import type { Service } from '../../contract/contract.ts'
import { findingsOf } from '../site/findings.ts'
import { SiteState, shownAddress } from '../site/site-state.tsx'
import { SitePicture } from '../site-picture.tsx'
import type { ServerControl } from './control/server-control.ts'
import { ServerPower } from './control/server-power.tsx'
import { SiteTitle } from './control/site-name.tsx'
import { ServerNotice } from './server-notice.tsx'
import { texts } from './server-texts.ts'

type HeaderProps = { service: Service; control: ServerControl }

/** The site's most important problem, if any: its status takes precedence. */
function Problem({ service, finding }: { service: Service; finding: string | undefined }) {
  if (service.status !== 'active' && service.status !== 'restarting')
    return <ServerNotice service={service} />
  return finding ? <p className="site-trouble">{finding}</p> : null
}

/** The header of a site's page: its picture, name, address and state, at most one problem, and actions for every tab. */
export function SiteHeader({ service, control }: HeaderProps) {
  const trpc = useTRPC()
  const overview = useQuery(trpc.servers.overview.queryOptions()).data?.find(({ id }) => id === service.id)
  const { plan, category, status, url, previewUrl } = service
  const address = shownAddress(service)
  const finding = findingsOf(service, overview).find((each) => each !== null)
  return (
    <header className="site-header">
      <Link to="/dashboard" className="page-header-back site-header-back">
        <ArrowLeftIcon size={14} /> {texts.back}
      </Link>
      <div className="site-header-row">
        <SitePicture service={service} isEmpty={overview?.diskBytes === 0} width={144} />
        <div className="site-header-text">
          <SiteTitle service={service} control={control} />
          <p className="site-header-address">
            {address && <span className="mono site-header-name">{showName(address)}</span>}
            <span>
              {plan.name}, {category.name}
            </span>
          </p>
          <SiteState status={control.isRestarting ? 'restarting' : status} overview={overview} />
        </div>
        <div className="site-header-actions">
          {url && status === 'active' && (
            <a className="button" data-primary="" href={previewUrl ?? url} target="_blank" rel="noreferrer">
              <ExternalIcon size={16} /> Open site
            </a>
          )}
          <ServerPower service={service} control={control} />
        </div>
      </div>
      <Problem service={service} finding={finding} />
    </header>
  )
}
