import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hstsDays } from '#features/domains/contract/serving.ts'
import { texts } from '#features/domains/contract/texts.ts'
import { showName } from '#shared/names/show-name.ts'
import type { DomainCertificateProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { Advanced } from '#web/ui/forms/advanced.tsx'
import { DownloadIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Ssl } from '../contract.ts'
import { DnssecSection } from './dnssec/dnssec-section.tsx'
import { HstsSetting, RedirectSection } from './https/https-settings.tsx'

const failure = 'Error'

type Domain = DomainCertificateProps['domain']

/** HTTPS of a domain: the state of its certificate, the SSL switch, and details for experts. */
export function DomainCertificate({ domain }: DomainCertificateProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.certificates.get.queryOptions({ id: domain.id }))
  return (
    <>
      <QueryState query={query} what="The certificate" loadingText="Loading the certificate...">
        {(certificate) => <CertificateSettings domain={domain} certificate={certificate} />}
      </QueryState>
      <RedirectSection domain={domain} />
      <Advanced about="HSTS and DNSSEC">
        <HstsSetting domain={domain} />
        <DnssecSection domain={domain} />
      </Advanced>
    </>
  )
}

type CertificateProps = { certificate: Ssl }
type SettingsProps = DomainCertificateProps & CertificateProps

/** The state of the certificate, as a sentence. */
function stateOf({ name: ascii, certificate: { isServed } }: Domain, certificate: Ssl): string {
  const { status, ssl, problem, isAwaited, isTrusted } = certificate
  const name = showName(ascii)
  if (status === 'pending') return `The certificate for ${name} is on its way.`
  if (status === 'failed') return problem ?? `The certificate for ${name} could not be issued.`
  if (ssl) return isTrusted ? `HTTPS is on for ${name}.` : texts.testCertificate
  return isAwaited && isServed
    ? `HTTPS turns on automatically as soon as ${name} is verified and points here.`
    : `HTTPS is off for ${name}.`
}

function CertificateSettings({ domain, certificate }: SettingsProps) {
  const trpc = useTRPC()
  const { id } = domain
  const { isServed } = domain.certificate
  const { isEnabled, isAwaited, status, preflight } = certificate
  const queryClient = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.certificates.pathFilter()),
      queryClient.invalidateQueries(trpc.domains.pathFilter()),
    ])
  const change = useMutation(
    trpc.certificates.set.mutationOptions({
      meta: { failure },
      onSuccess: () => showToast({ title: 'SSL certificate updated' }),
      onSettled,
    }),
  )
  const check = useMutation(trpc.certificates.check.mutationOptions({ meta: { failure }, onSettled }))
  const disabling = useDialog<true>()
  const askDisable = () => ({
    title: domain.hsts ? 'Disable SSL while HSTS is on?' : 'Disable SSL?',
    confirmLabel: 'Disable SSL',
    onConfirm: () => change.mutateAsync({ id, enable: false }),
    children: <DisableText name={showName(domain.name)} hsts={domain.hsts} />,
  })
  const blocker = preflight.findings.find(({ isBlocking }) => isBlocking)?.message
  const obstacle = isServed ? blocker : 'HTTPS is not available on this server yet.'
  const refusal = isEnabled ? undefined : obstacle
  return (
    <>
      <div className="domain-ssl">
        <div>
          <h3>HTTPS</h3>
          <p role="status">{stateOf(domain, certificate)}</p>
          {status === 'failed' && <NextAttempt certificate={certificate} />}
          {!(isAwaited && isServed) &&
            preflight.findings.map(({ message }) => (
              <p key={message} className="quiet">
                {message}
              </p>
            ))}
        </div>
        <div className="domain-toolbar">
          {(status === 'failed' || (isServed && refusal !== undefined)) && (
            <button
              type="button"
              className="button"
              disabled={check.isPending}
              onClick={() => check.mutate({ id })}
            >
              {status === 'failed' ? 'Try again' : 'Check again'}
            </button>
          )}
          <Explained reason={refusal}>
            <button
              type="button"
              className="button"
              data-primary={isEnabled ? undefined : ''}
              disabled={refusal !== undefined || change.isPending}
              onClick={() => {
                if (isEnabled) disabling.open(true)
                else change.mutate({ id, enable: true })
              }}
            >
              {isEnabled ? 'Disable SSL' : 'Enable SSL'}
            </button>
          </Explained>
        </div>
      </div>
      <Confirming dialog={disabling} ask={askDisable} />
      {certificate.ssl && <Issued certificate={certificate} />}
      <Promised certificate={certificate} isServed={isServed} />
    </>
  )
}

/** The state of a certificate whose last attempt failed. */
function NextAttempt({ certificate: { ssl, notAfter, nextIssueAt } }: CertificateProps) {
  return (
    <p className="quiet">
      {ssl && notAfter && (
        <>
          The current certificate stays in use until <DateTime at={notAfter} />.{' '}
        </>
      )}
      {nextIssueAt && (
        <>
          We try again automatically on <DateTime at={nextIssueAt} as="moment" />.
        </>
      )}
    </p>
  )
}

/** The consequences for visitors without the certificate. */
const DisableText = ({ name, hsts }: Pick<Domain, 'name' | 'hsts'>) => (
  <p className="domain-text">
    {hsts
      ? `Browsers that visited ${name} over HTTPS use nothing else for up to ${hstsDays} days. Without a certificate they show an error instead of your site. Turn HSTS off first, and keep SSL on until your visitors have returned.`
      : `Visitors who open https://${name} see a browser error from then on. Your site stays available at http://${name}, without encryption. The certificate is deleted; enabling SSL again issues a new one. HTTPS does not turn on automatically after this.`}
  </p>
)

function Issued({ certificate }: CertificateProps) {
  const { issuer, isTrusted, names, notBefore, notAfter, daysLeft } = certificate
  return (
    <dl className="domain-facts">
      <div>
        <dt>Issued by</dt>
        <dd>
          {issuer}
          {!isTrusted && ' (not trusted by browsers)'}
        </dd>
      </div>
      <div>
        <dt>Names</dt>
        <dd>{names.map(showName).join(', ')}</dd>
      </div>
      {notBefore && notAfter && (
        <div>
          <dt>Valid</dt>
          <dd>
            <DateTime at={notBefore} /> to <DateTime at={notAfter} />, {daysLeft} days left
          </dd>
        </div>
      )}
    </dl>
  )
}

const promises = [
  ['Certificate issuer', "Let's Encrypt"],
  ['Valid for', '90 days'],
  ['Auto-renewal', 'Enabled'],
] as const

/** SSL in every plan, with a note while only test certificates are issued. */
function Promised({ certificate: { authorityUrl }, isServed }: CertificateProps & { isServed: boolean }) {
  const after = authorityUrl ? 'your host connects a public certificate authority' : 'HTTPS is available'
  return (
    <>
      <p className="quiet">
        {authorityUrl || !isServed ? `Included in your plan, once ${after}:` : 'Included in your plan:'}
      </p>
      <dl className="domain-facts">
        {promises.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {authorityUrl && isServed && (
        <div className="domain-ssl">
          <p className="quiet">To test HTTPS without a warning, install the test CA in your own browser.</p>
          <a className="button" href={authorityUrl} download>
            <DownloadIcon size={16} /> Download the CA
          </a>
        </div>
      )}
    </>
  )
}
