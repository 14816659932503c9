import { daySeconds, hstsDays } from '#features/domains/contract/serving.ts'
import { showName } from '#shared/names/show-name.ts'
import type { DomainCertificateProps } from '#web/feature.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { orToast, useServing } from './use-serving.ts'

type Domain = DomainCertificateProps['domain']

/** Why HSTS cannot be turned on; nothing when it can. */
function refusalOf({ ssl, httpsRedirect, hsts }: Domain): string | undefined {
  if (hsts) return undefined
  if (!ssl) return 'Turn on SSL to use HSTS.'
  return httpsRedirect ? undefined : 'Turn on the HTTPS redirect to use HSTS.'
}

const HstsWarning = ({ name }: Pick<Domain, 'name'>) => (
  <div className="domain-warning">
    <p className="domain-text">
      Browsers that visit {name} over HTTPS will use nothing else for {hstsDays} days after each visit
      (max-age=
      {hstsDays * daySeconds}). The same applies to every other name of this domain that they visit.
    </p>
    <p className="domain-text">
      If SSL is disabled or the certificate expires in that time, browsers show an error instead of your site,
      and visitors cannot skip it. Turning HSTS off only reaches a browser at its next visit over HTTPS.
    </p>
  </div>
)

/** Whether http visitors are redirected to HTTPS. */
export function RedirectSection({ domain }: { domain: Domain }) {
  const { optimistic, put } = useServing(domain)
  return (
    <section aria-label="HTTPS redirect">
      <SettingSwitch
        title="HTTPS redirect"
        text={
          optimistic.hsts
            ? 'HSTS is on and needs this. Turn HSTS off first.'
            : 'Send visitors from http to https, for every name with a certificate.'
        }
        words={[optimistic.ssl ? 'On' : 'On, once HTTPS works', 'Off']}
        isOn={optimistic.httpsRedirect}
        isFixed={optimistic.hsts}
        onSwitch={(httpsRedirect) => {
          const said = httpsRedirect
            ? 'Visitors are sent from http to https.'
            : 'Your site is available over http and https.'
          orToast(put({ httpsRedirect }, said))
        }}
      />
    </section>
  )
}

/** Whether HSTS is on. */
export function HstsSetting({ domain }: { domain: Domain }) {
  const { optimistic, put } = useServing(domain)
  const warning = useDialog<true>()
  const refusal = refusalOf(optimistic)
  const switchHsts = (isOn: boolean) => {
    if (isOn) warning.open(true)
    else orToast(put({ hsts: false }, 'Browsers forget HSTS at their next visit over HTTPS.'))
  }
  const ask = () => ({
    title: 'Turn on HSTS?',
    confirmLabel: 'Turn on',
    onConfirm: () => put({ hsts: true }, `Browsers use HTTPS only for ${hstsDays} days.`),
    children: <HstsWarning name={showName(domain.name)} />,
  })
  return (
    <section aria-label="HSTS">
      <SettingSwitch
        title="HSTS"
        text={refusal ?? `Tell browsers to use HTTPS only, for ${hstsDays} days after each visit.`}
        isOn={optimistic.hsts}
        isFixed={refusal !== undefined}
        onSwitch={switchHsts}
      />
      <Confirming dialog={warning} ask={ask} />
    </section>
  )
}
