import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { DomainStatus } from '../list/domain-status.tsx'
import { DomainNotice } from './domain-notice.tsx'

const ConnectForm = lazyPart(() => import('../connect/connect-form.tsx'), 'ConnectForm')
const ConnectDialog = lazyPart(() => import('../connect/domain-connect-dialog.tsx'), 'DomainConnectDialog')
const RegisterDialog = lazyPart(() => import('../connect/domain-register-dialog.tsx'), 'DomainRegisterDialog')

/** The names of one site, each with its remaining steps. */
export function SiteDomain({ serviceId }: { serviceId: string }) {
  const query = useQuery(useTRPC().domains.list.queryOptions())
  const dialog = useDialog<'connect' | 'register'>()
  const Dialog = dialog.subject === 'connect' ? ConnectDialog : RegisterDialog
  return (
    <>
      <QueryState query={query} what="Your domains" loadingText={texts.loading} isEmpty={() => false}>
        {(all) => (
          <Domains
            domains={all.filter((domain) => domain.serviceId === serviceId)}
            serviceId={serviceId}
            open={dialog.open}
          />
        )}
      </QueryState>
      {dialog.subject && (
        <Dialog key={dialog.key} serviceId={serviceId} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

type DomainsProps = { domains: Domain[]; serviceId: string; open: (what: 'connect' | 'register') => void }

function Domains({ domains, serviceId, open }: DomainsProps) {
  const register = (
    <button type="button" className="button" onClick={() => open('register')}>
      Register Domain
    </button>
  )
  if (domains.length === 0)
    return (
      <section className="panel domain-first" aria-labelledby="site-domain-title">
        <h2 id="site-domain-title">Use your own domain</h2>
        <p className="domain-text">
          Connect a domain that you own. It stays with your registrar, and HTTPS is included.
        </p>
        <ConnectForm serviceId={serviceId} />
        <p className="domain-text quiet">No domain yet?</p>
        <div>{register}</div>
      </section>
    )
  return (
    <>
      <div className="domain-site-head">
        <h2>Domain</h2>
        <div className="domain-toolbar">
          {register}
          <button type="button" className="button" onClick={() => open('connect')}>
            Connect a domain
          </button>
        </div>
      </div>
      {domains.map((domain) => (
        <section key={domain.id} className="panel domain-site" aria-label={showName(domain.name)}>
          <div className="domain-site-head">
            <h3 className="domain-name">
              <span>{showName(domain.name)}</span> <DomainStatus status={domain.status} />
            </h3>
            <Link to="/domains" search={{ domain: domain.id }} className="button">
              DNS and settings
            </Link>
          </div>
          <DomainNotice domain={domain} />
        </section>
      ))}
    </>
  )
}
